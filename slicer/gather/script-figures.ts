/**
 * Figures of a gathered `.py` file: a notebook shows the figures of a cell at its end, and begins the next
 * cell without them. The added lines make plain Python do the same; in a kernel they change nothing.
 */

/** Whether the file runs in plain Python, outside of IPython. */
export const PLAIN = `_plain = 'get_ipython' not in globals() and not hasattr(__import__('builtins'), '__IPYTHON__')`;

/**
 * Shows the open figures in plain Python, or saves them where there is no screen. It stands before its first use.
 * `_Shell`: the file itself has made the shell, for commands.
 */
const DEFINITION = `def _show_figures(saved=[]):  # as a notebook does at the end of a cell
    import sys, matplotlib.pyplot as plt
    if hasattr(__import__('builtins'), '__IPYTHON__') and '_Shell' not in globals():
        return
    if plt.get_backend().lower() != 'agg':
        plt.show()
    else:  # without a screen, as files
        for number in plt.get_fignums():
            saved.append(f"{sys.argv[0].rsplit('.', 1)[0] or 'figure'}-{len(saved) + 1}.png")
            plt.figure(number).savefig(saved[-1])
            print('figure saved as', saved[-1])
    plt.close('all')
`;

/** Shows the figures of the cell above; `isFirst`: no line before has done so. */
export function showFigures(isFirst: boolean): string {
  return `${isFirst ? DEFINITION : ''}_show_figures()`;
}

const AT_END = '# %% figures\n';

/** The end of a script that draws; it belongs to no cell. */
export function lastFigures(isFirst: boolean): string {
  return AT_END + showFigures(isFirst);
}

/** Whether a part of a script is its end, and no cell. */
export function isLastFigures(part: string): boolean {
  return part === lastFigures(true) || part === lastFigures(false);
}

/** Whether a magic only sets how a notebook shows figures. */
export function isAboutShowing(magic: string, args: string): boolean {
  return magic === 'matplotlib' || (magic === 'config' && /^InlineBackend\b/.test(args));
}
