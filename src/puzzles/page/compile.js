// Compiles the modules in the folders of a folder by the Python that the page has, without docstrings:
// node compile.js VENDOR FOLDER
"use strict";

const [vendor, folder] = process.argv.slice(2);
const { loadPyodide } = require(`${vendor}/pyodide.js`);
const COMPILE = `
import compileall, os, py_compile
for room in "app", "python":
    os.chdir(f"/rooms/{room}")
    compileall.compile_dir(".", quiet=2, legacy=True, optimize=2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
`;

loadPyodide({ indexURL: vendor, lockFileURL: `${folder}/lock.json` }).then(({ FS, runPython }) => {
  FS.mkdir("/rooms");
  FS.mount(FS.filesystems.NODEFS, { root: folder }, "/rooms");
  runPython(COMPILE);
});
