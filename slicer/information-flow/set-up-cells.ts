/** Cells that only import modules and set options: almost every other cell needs them, so that a drawing is clearer without their arrows. */
import { parser } from '@lezer/python';

/** The cells of a notebook that only set up. */
export function setUpCells(sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set([...sources].filter(([, source]) => isSetUp(source)).map(([cell]) => cell));
}

/** Whether a text imports, and otherwise only calls functions of modules or assigns to their attributes. */
function isSetUp(source: string): boolean {
  const text = source.replace(/^\s*[%!].*$/gm, '');
  let imports = false;
  for (let node = parser.parse(text).topNode.firstChild; node !== null; node = node.nextSibling) {
    if (node.name === 'Comment') continue;
    if (node.name === 'ImportStatement') {
      imports = true;
      continue;
    }
    const target = node.firstChild?.name;
    const isCall =
      node.name === 'ExpressionStatement' && (target === 'CallExpression' || target === 'String');
    const isOption = node.name === 'AssignStatement' && target === 'MemberExpression';
    if (!isCall && !isOption) return false;
  }
  return imports;
}
