/** The style of HTML outputs: tables as JupyterLab shows them, a little calmer. Inside their shadow trees only. */
export const HTML_STYLE = `
:host {
  display: block;
  overflow-x: auto;
  background:
    linear-gradient(to right, var(--under) 50%, transparent) left / 28px 100% local,
    linear-gradient(to left, var(--under) 50%, transparent) right / 28px 100% local,
    linear-gradient(to right, var(--cut), transparent) left / 12px 100% scroll,
    linear-gradient(to left, var(--cut), transparent) right / 12px 100% scroll;
  background-repeat: no-repeat;
  color: var(--text); font: 13px/1.45 var(--sans); }
table { border: 0; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 12.5px; margin: 2px 0; }
th, td { padding: 3px 10px; text-align: right; border: 0; white-space: nowrap; }
thead tr:last-child th { border-bottom: 1px solid var(--line); }
thead th { font-weight: 600; color: var(--text); vertical-align: bottom; }
tbody th { font-weight: 500; color: var(--muted); }
tbody tr:hover { background: var(--hover); }
a { color: var(--accent); }
p { color: var(--muted); margin: 4px 0; }
pre { font-family: var(--mono); }
img, svg { max-width: 100%; }
::highlight(found-place) { background-color: light-dark(#ffe58a, #6b5a1d); }
`;
