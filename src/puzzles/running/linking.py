"""Kernels as numba compiles them: each for one signature, and to machine code only where Python
calls it.

Left to itself numba optimises each kernel, with all that it calls, and makes machine code of it: a
kernel at the bottom is compiled once more for every one above. Here a kernel that others call stays
a *part*, in LLVM's intermediate code, which is linked into them; only with what Python calls is it
optimised and made machine code, once. That takes half the time, and is as fast.

A part has numbers of 64 bits, whatever those are that it is called with: numba would compile it
again for each literal and each small integer.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, ClassVar

import llvmlite.binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir
from numba import types
from numba.core import ir as numba_ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, Flags, compile_result
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import (
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    ReconstructSSA,
    RewriteDynamicRaises,
    TranslateByteCode,
)
from numba.extending import intrinsic

from puzzles.running import builtin
from puzzles.running.kernel_cache import KernelCache, keys, trouble
from puzzles.running.lowering import KernelLower, PartLower, part_function

__all__ = ["Kernel", "keys", "lowest", "trouble"]


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(NativeLowering):
    """Turns typed Python into intermediate code."""

    _name = "lowering"
    lowering_class = KernelLower


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Does so for a part."""

    _name = "part_lowering"
    lowering_class = PartLower


@register_pass(mutates_CFG=False, analysis_only=False)
class _Builtins(FunctionPass):
    """Has a kernel call our own `int`, `min` and `max`."""

    _name = "builtins"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(numba_ir.Assign):
                named = assigned.value
                if isinstance(named, numba_ir.Global):
                    named.value = next(
                        (own for python, own in builtin.OWN if named.value is python), named.value
                    )
        return False


# What turns Python into machine code. Numba has twice as many passes, for closures, comprehensions,
# expressions of whole arrays and so on; none of that is in a kernel, and to look for it takes long.
PASSES = (
    TranslateByteCode,
    FixupArgs,
    _Builtins,
    DeadBranchPrune,
    RewriteDynamicRaises,
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
)


class Kernel(CPUDispatcher):
    """A kernel that Python can call; kernels call its `part`."""

    def __init__(self, function: FunctionType) -> None:
        options = {"nopython": True, "nogil": True, "_nrt": False}
        super().__init__(function, {}, options, _Compiler)
        self._cache = KernelCache(function)
        self.part = _Part(function, {}, options, _PartCompiler)
        self.part._cache = _PartCache(function)

    def keys(self) -> set[tuple[str, str]]:
        """What is found among the `keys` of the cache if it is kept, or its part."""
        return {self._cache.key(), self.part._cache.key()}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What another kernel calls, given the types it calls it with."""
        args = self.fold_argument_types(args, kws)[1]
        return self.part.get_call_template(tuple(map(_wide, args)), {})

    def get_overload(self, args: Any) -> Any:
        """By what the part for these types is found."""
        return self.part.get_overload(args)

    @property
    def is_compiling(self) -> bool:
        """Whether a call to it is one that it makes itself."""
        return bool(super().is_compiling or self.part.is_compiling)


class _Part(CPUDispatcher):
    """A kernel that only kernels call."""

    def add_overload(self, result: CompileResult) -> None:
        """Take what is compiled. What other kernels call stands where they look for a function of
        Python."""
        found, call = object(), part_function(result.fndesc, [result.library])
        result.target_context.insert_func_defn([(call, found, call.signature)])
        self.overloads[tuple(result.signature.args)] = result._replace(entry_point=found)


class _Flags(Flags):
    """Flags that are compared by those that are set. Numba asks whether they are the same for each
    operator that it meets, which takes long with thirty."""

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and bool(self._values == other._values)


class _Typing:
    """Numba's typing context, asked only once what an operator or a function of numpy makes of some
    types: to find out it tries one rule after the other, and all kernels add 64-bit numbers."""

    _resolved: ClassVar[dict[Any, Any]] = {}

    def __init__(self, context: Any) -> None:
        self._context = context

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        """The signature of a call, with arguments of these types."""
        if kws or not isinstance(function, types.BaseFunction):
            return self._context.resolve_function_type(function, args, kws)
        if (function, args) not in self._resolved:
            self._resolved[function, args] = self._context.resolve_function_type(
                function, args, kws
            )
        return self._resolved[function, args]


class _Compiler(CompilerBase):
    """Compiles to machine code."""

    library: type[JITCodeLibrary]
    lowering: type[NativeLowering] = _Lowering

    def __init__(
        self,
        typing: Any,
        target: Any,
        _library: None,
        args: Any,
        returned: Any,
        flags: Any,
        local: Any,
    ) -> None:
        flags.no_cfunc_wrapper = True  # only Python calls kernels, and only as itself
        library = self.library(target.codegen(), "kernel")
        library.enable_object_caching()
        typing = _Typing(typing)
        target = target.subtarget(typing_context=typing)
        super().__init__(typing, target, library, args, returned, _Flags(flags), local)

    def define_pipelines(self) -> list[PassManager]:
        """The one way to compile."""
        passes = PassManager("kernel")
        for step in (*PASSES, self.lowering, NoPythonBackend):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


class _PartCompiler(_Compiler):
    """Compiles as far as intermediate code."""

    lowering = _PartLowering

    def __init__(
        self,
        typing: Any,
        target: Any,
        library: None,
        args: Any,
        returned: Any,
        flags: Any,
        local: Any,
    ) -> None:
        flags.no_compile = flags.no_cpython_wrapper = True
        super().__init__(typing, target, library, args, returned, flags, local)


class _Library(JITCodeLibrary):
    """The code of a kernel, and of the parts it calls."""

    def _optimize_functions(self, module: Any) -> None:
        """Only tidy up, what is defined there: what counts is what is made of a kernel and all its
        parts together, and to begin takes as long for what is only named."""
        module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager(opt=1)
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        """Once, where numba first prepares loops for being made ones over vectors, and then makes
        them so: rows are of few words, for which that is no faster, and it takes a tenth of all the
        time."""
        passes, builder = self._codegen._module_pass_manager(loop_vectorize=False)
        passes.run(self._final_module, builder)


class _PartLibrary(_Library):
    """The intermediate code of a part, and of those it calls."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def serialize_using_object_code(self) -> bytes:
        code: bytes = self._get_module_for_linking().as_bitcode()
        return code

    @classmethod
    def read(cls, codegen: Any, code: bytes) -> _PartLibrary:
        """The library whose code was serialised."""
        library = cls(codegen, "part")
        library._final_module = library._shared_module = llvm.parse_bitcode(code)
        library._finalized = True
        return library


_Compiler.library, _PartCompiler.library = _Library, _PartLibrary


class _PartCache(KernelCache):
    """Keeps parts: who leaves while a kernel is compiled finds what it calls done."""

    FORM = ".part"

    def _rebuilt(
        self, context: Any, code: bytes, description: Any, environment: Any, signature: Any, *_: Any
    ) -> CompileResult:
        return compile_result(
            typing_context=context.typing_context,
            target_context=context,
            entry_point=object(),
            library=_PartLibrary.read(context.codegen(), code),
            fndesc=description,
            environment=environment,
            signature=signature,
            objectmode=False,
            lifted=(),
            typing_error=None,
            reload_init=(),
            referenced_envs=(),
        )


def _wide(kind: Any) -> Any:
    """The type that a part has for an argument."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind.bitwidth < 64 else kind


def _lowest(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(0))

    return types.int64(types.uint64), generate


lowest = intrinsic(_lowest)  # the number of the lowest bit set in a word: one instruction
