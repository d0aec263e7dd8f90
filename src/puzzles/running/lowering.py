"""How typed Python becomes LLVM's intermediate code, and as little of it as can be.

What numba makes of a kernel is long: it is printed, parsed, and mostly optimised away again. These
habits made up two fifths of it, and a quarter of all the time:

- A variable that is used in two blocks lies in memory, from where it is loaded each time. Here one
  that is assigned once, before it is used, is a value (Cytron et al. 1991: a definition that
  dominates its uses).
- An array is put into memory to look at an item of it. Here its fields are taken from the value.
- A tuple is taken apart to be handed over, up to the seven fields of each array in it, which are
  some hundreds for a sweep. Here a part is given two or three of an array, from which the others
  follow, and hands a tuple on as it came.
- An index less than 0 counts from the end, which is looked for at each access. Here none that is
  worked out does.
- For each operator numba looks three times for code for what is constant in it, and asks anew what
  it makes of the types.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial, update_wrapper
from typing import Any

from numba import types
from numba.core import cgutils, ir
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs
from numba.core.datamodel import default_manager
from numba.core.datamodel.manager import DataModelManager
from numba.core.datamodel.models import ArrayModel, TupleModel, UniTupleModel
from numba.core.imputils import user_function
from numba.core.lowering import Lower
from numba.np.arrayobj import _getitem_array_generic, basic_indexing, store_item


class _Fields:
    """The fields of an array, read from its value."""

    def __init__(self, lower: Lower, name: str) -> None:
        self._model = lower.context.data_model_manager[lower.typeof(name)]
        self._builder, self._value = lower.builder, lower.loadvar(name)

    def __getattr__(self, field: str) -> Any:
        return self._model.get(self._builder, self._value, field)


class KernelLower(Lower):
    """Lowers what Python calls. Kernels make no arrays, so nothing is counted or given up."""

    context: Any

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        """A place in memory, without what only a debugger asks."""
        return cgutils.alloca_once(self.builder, lltype, name=name)

    def _find_singly_assigned_variable(self) -> None:
        super()._find_singly_assigned_variable()
        found = compute_use_defs(self.blocks)
        dominators = compute_cfg_from_blocks(self.blocks).dominators()
        times = Counter(
            assign.target.name
            for block in self.blocks.values()
            for assign in block.find_insts(ir.Assign)
        )
        defined = {
            name: at for at, names in found.defmap.items() for name in names if times[name] == 1
        }
        for at, names in found.usemap.items():  # of what a block has from elsewhere, or from before
            for name in names & defined.keys():
                if defined[name] >= at or defined[name] not in dominators[at]:
                    del defined[name]
        self._singly_assigned_vars |= defined.keys()

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Assign to a variable."""
        if name in self._singly_assigned_vars:
            super().storevar(value, name)
        else:
            self.builder.store(value, self.getvar(name))

    def lower_binop(self, resty: Any, expr: Any, op: Any) -> Any:
        """What an operator makes of two values. A power is another matter if it is known."""
        if op is operator.pow:
            return super().lower_binop(resty, expr, op)
        typing, signature = self.context.typing_context, self.fndesc.calltypes[expr]
        function = typing.resolve_value_type(op)
        found = typing.resolve_function_type(function, signature.args, {})
        operands = [
            self.context.cast(self.builder, self.loadvar(side.name), self.typeof(side.name), kind)
            for side, kind in zip((expr.lhs, expr.rhs), signature.args, strict=True)
        ]
        value = self.context.get_function(function, found)(self.builder, operands)
        return self.context.cast(self.builder, value, signature.return_type, resty)

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """An item of an array, or a row."""
        kinds, indices = self._indices(value, index)
        if not kinds:
            return super().lower_getitem(resty, expr, value, index, signature)
        item = _getitem_array_generic(
            self.context,
            self.builder,
            signature.return_type,
            self.typeof(value.name),
            _Fields(self, value.name),
            kinds,
            indices,
        )
        return self.context.cast(self.builder, item, signature.return_type, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Assign to an item of an array."""
        array = self.typeof(target_var.name)
        kinds, indices = self._indices(target_var, index_var)
        if not kinds or len(kinds) < array.ndim:
            return super().lower_setitem(target_var, index_var, value_var, signature)
        place = basic_indexing(
            self.context, self.builder, array, _Fields(self, target_var.name), kinds, indices
        )[0]
        item = self.context.cast(
            self.builder, self.loadvar(value_var.name), self.typeof(value_var.name), array.dtype
        )
        return store_item(self.context, self.builder, array, item, place)

    def _indices(self, array: Any, index: Any) -> tuple[Sequence[Any], Sequence[Any]]:
        """The types and values of the whole numbers by which an array is asked; none, if it is
        another thing, or asked in other ways. Only a literal may count from the end."""
        kind, value = self.typeof(index.name), self.loadvar(index.name)
        kinds, values = (kind,), [value]
        if isinstance(kind, types.BaseTuple):
            kinds, values = tuple(kind), cgutils.unpack_tuple(self.builder, value, len(kind))
        if isinstance(self.typeof(array.name), types.Array) and all(
            isinstance(kind, types.Integer) for kind in kinds
        ):
            found = [
                kind if isinstance(kind, types.IntegerLiteral) else types.uintp for kind in kinds
            ]
            return found, list(map(partial(self.context.cast, self.builder), values, kinds, found))
        return (), ()


class PartLower(KernelLower):
    """Lowers a part."""

    @property
    def call_conv(self) -> Any:
        """How it is called."""
        return _slim(self.context).call_conv

    def setup_function(self, fndesc: Any) -> None:
        """Begin."""
        numbas, self.context = self.context, _slim(self.context)
        super().setup_function(fndesc)
        self.context = numbas

    def _lower_call_RecursiveCall(self, fnty: Any, expr: Any, signature: Any) -> Any:
        args = self.fold_call_args(fnty, signature, expr.args, expr.vararg, expr.kws)
        return part_function(self.fndesc, ())(self.context, self.builder, signature, args)


def part_function(fndesc: Any, libraries: Iterable[Any]) -> Any:
    """What lowers a call of a part."""
    call = user_function(fndesc, libraries)

    def lowered(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return call(_slim(context), builder, signature, args)

    return update_wrapper(lowered, call)


class _Handed:
    """What a part hands on as it was handed over it needs not take apart."""

    def as_argument(self, builder: Any, value: Any) -> Any:
        """What is handed over."""
        return getattr(value, "handed", None) or super().as_argument(builder, value)  # type: ignore[misc]

    def from_argument(self, builder: Any, value: Any) -> Any:
        """What was handed over."""
        whole = super().from_argument(builder, value)  # type: ignore[misc]
        whole.handed = value
        return whole


class _SlimArray(ArrayModel):
    """An array, handed over by where it is and its shape; by its strides only where these do not
    follow from it. Nobody asks who owns it."""

    def _handed(self) -> list[str]:
        return ["data", "shape", "strides"][: 2 if self._fe_type.layout == "C" else 3]

    def _model(self, field: str) -> Any:
        return self.get_model(self.get_field_position(field))

    def get_argument_type(self) -> Any:
        """The types of what is handed over."""
        return tuple(self._model(field).get_argument_type() for field in self._handed())

    def as_argument(self, builder: Any, value: Any) -> Any:
        """What is handed over."""
        return tuple(
            self._model(field).as_argument(builder, self.get(builder, value, field))
            for field in self._handed()
        )

    def from_argument(self, builder: Any, value: Any) -> Any:
        """The array that was handed over."""
        fields = {
            field: self._model(field).from_argument(builder, arg)
            for field, arg in zip(self._handed(), value, strict=True)
        }
        item, total = cgutils.sizeof(builder, fields["data"].type), cgutils.intp_t(1)
        strides = list[Any]()
        for size in reversed(cgutils.unpack_tuple(builder, fields["shape"])):
            strides.insert(0, builder.mul(item, total))
            total = builder.mul(total, size)
        fields = {
            "strides": cgutils.pack_array(builder, strides, cgutils.intp_t),
            "itemsize": item,
            "nitems": total,
            **fields,
        }
        array = cgutils.get_null_value(self.get_value_type())
        for field, given in fields.items():
            array = self.set(builder, array, given, field)
        return array


_MODELS = DataModelManager().chain(default_manager)
for _kind, _model in (
    (types.Array, _SlimArray),
    (types.Tuple, TupleModel),
    (types.UniTuple, UniTupleModel),
    (types.NamedTuple, TupleModel),
    (types.NamedUniTuple, UniTupleModel),
):
    _MODELS.register(_kind, type("_Handed", (_Handed, _model), {}))


def _slim(context: Any) -> Any:
    """The context to declare or call a part in. What else there is, numba has compiled, to be
    called in its own way."""
    return context.subtarget(data_model_manager=_MODELS)
