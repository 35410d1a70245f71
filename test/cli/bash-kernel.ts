/** A kernel of another language than Python for tests: the kernel runs each cell in bash, keeps variables, asks, completes, and can be interrupted. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROGRAM = String.raw`
import os, re, subprocess, tempfile
from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

STATE = os.path.join(tempfile.mkdtemp(), "state")
open(STATE, "w").close()


class Bash(Kernel):
    implementation = "test-bash"
    implementation_version = "1"
    language_info = {"name": "bash", "version": "5.2", "mimetype": "text/x-sh", "file_extension": ".sh"}
    banner = ""

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        self._allow_stdin = allow_stdin
        asked = re.compile(r"^read -p '([^']*)' (\w+)$", re.M)
        code = asked.sub(lambda m: f"{m[2]}='{self.raw_input(m[1])}'", code)
        whole = f"source {STATE}\n{code}\nstatus=$?\ndeclare -p x y > {STATE} 2>/dev/null\nexit $status"
        run = subprocess.Popen(["bash", "-c", whole], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
        try:
            for line in run.stdout:
                self.send_response(self.iopub_socket, "stream", {"name": "stdout", "text": line})
            failed = run.wait()
        except KeyboardInterrupt:
            run.kill()
            failed = 130
        if failed == 0:
            return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}
        error = {"ename": "Interrupted" if failed == 130 else "Exit", "evalue": str(failed), "traceback": [f"exit {failed}"]}
        self.send_response(self.iopub_socket, "error", error)
        return {"status": "error", "execution_count": self.execution_count, **error}

    def do_complete(self, code, cursor_pos):
        word = re.search(r"\w*$", code[:cursor_pos])[0]
        matches = [name for name in ("shift", "shopt", "source") if word and name.startswith(word)]
        return {"status": "ok", "matches": matches, "cursor_start": cursor_pos - len(word), "cursor_end": cursor_pos, "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        data = {"text/plain": "echo: writes its arguments"} if "echo" in code else {}
        return {"status": "ok", "found": bool(data), "data": data, "metadata": {}}


IPKernelApp.launch_instance(kernel_class=Bash)
`;

/** Installs the kernel below a folder for JUPYTER_PATH; `python` has ipykernel. */
export function installBash(folder: string, python: string): void {
  const place = join(folder, 'kernels', 'test-bash');
  mkdirSync(place, { recursive: true });
  const program = join(place, 'bash_kernel.py');
  writeFileSync(program, PROGRAM);
  const argv = [python, program, '-f', '{connection_file}'];
  writeFileSync(
    join(place, 'kernel.json'),
    JSON.stringify({ argv, display_name: 'Test Bash', language: 'bash' }),
  );
}
