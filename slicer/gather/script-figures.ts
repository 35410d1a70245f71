/**
 * Figures of a gathered `.py` file: a notebook shows the figures of a cell at its end, and begins the next
 * cell without them. The added lines make plain Python do the same; in a kernel they change nothing.
 */

/** Whether the file runs in plain Python, outside of IPython. */
export const PLAIN = `_plain = 'get_ipython' not in globals() and not hasattr(__import__('builtins'), '__IPYTHON__')`;

/** Shows the open figures in plain Python, or saves them where there is no screen. */
export const FIGURES = `${PLAIN}
def _show_figures(saved=[]):
    import sys
    plt = sys.modules.get('matplotlib.pyplot')
    if not _plain or plt is None or not plt.get_fignums():
        return
    if plt.get_backend().lower() != 'agg':
        plt.show()
    else:
        for number in plt.get_fignums():
            saved.append(f"{sys.argv[0].rsplit('.', 1)[0] or 'figure'}-{len(saved) + 1}.png")
            plt.figure(number).savefig(saved[-1])
            print('figure saved as', saved[-1])
    plt.close('all')`;

/** A line before a cell that follows a drawing cell, and at the end. */
export const SHOW_FIGURES = '_show_figures()';

/** The end of a script that draws; it belongs to no cell. */
export const LAST_FIGURES = `# %% figures\n${SHOW_FIGURES}`;

/** Whether a magic only sets how a notebook shows figures. */
export function isAboutShowing(magic: string, args: string): boolean {
  return magic === 'matplotlib' || (magic === 'config' && /^InlineBackend\b/.test(args));
}
