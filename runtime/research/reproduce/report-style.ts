/** The style of the report. */

export const REPORT_STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: 0; }
section { border-top: 1px solid #8886; padding: .8rem 0; }
p, details { margin: .3rem 0; }
.tables { display: flex; flex-wrap: wrap; gap: 2rem; align-items: start; }
caption { text-align: start; font-weight: 600; }
th { font-weight: 400; text-align: start; padding-inline-end: 1rem; }
.tables td { text-align: end; padding-inline-start: .6rem; font-variant-numeric: tabular-nums; }
i { display: inline-block; width: .8em; height: .8em; margin: 1px; border: 1px solid #8888; vertical-align: -1px; }
.picture i { width: 1.1em; height: 1.1em; }
i.same { background: #1a9850; } i.normalized { background: #a6d96a; } i.different { background: #d73027; }
i.failed { background: #7f0000; } i.timeout { background: #762a83; }
i.missing { background: repeating-linear-gradient(45deg, #d73027 0 2px, transparent 2px 5px); }
.status { font-weight: 400; border: 1px solid #8888; border-radius: 3px; padding: 0 .4em; }
summary { cursor: pointer; }
.sides { table-layout: fixed; width: 100%; border-collapse: collapse; }
.sides td { vertical-align: top; border: 1px solid #8886; padding: .4rem; }
pre { margin: 0; max-height: 20rem; overflow: auto; font-size: .85rem; }
mark { background: #f6a60055; color: inherit; }
p, summary { overflow-wrap: anywhere; }
img { max-width: 100%; background: #fff; }
svg { max-width: 100%; height: auto; }
`;
