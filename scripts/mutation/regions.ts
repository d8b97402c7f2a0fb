/** Which tests reach which code: every function, block and clause of a file says once that it was entered. */
import ts from 'typescript';

export interface Region {
  readonly start: number;
  readonly end: number;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A file's regions in the order of their beginnings; what stands in none of them runs when the file is loaded. */
export function regionsOf(file: string, text: string): readonly Region[] {
  return places(file, text).map(({ start, end }) => ({ start, end }));
}

/** The file with a call at the beginning of each region; `recorder` is the address of the module that has `hit`. */
export function instrumented(file: string, text: string, recorder: string): string {
  const insertions = places(file, text).flatMap(({ insert }, index) =>
    insert(`__hit(${JSON.stringify(`${file}#${index}`)})`),
  );
  // At one place what opens last stands innermost: insertions keep the order of the tree.
  const ordered = insertions
    .map((insertion, index) => ({ ...insertion, index }))
    .sort((one, other) => one.at - other.at || one.index - other.index);
  let out = `import { hit as __hit } from ${JSON.stringify(recorder)}; `;
  let from = 0;
  for (const { at, text: inserted } of ordered) {
    out += text.slice(from, at) + inserted;
    from = at;
  }
  return out + text.slice(from);
}

/** The region that a place of the file is in, or null for what runs as the file is loaded. */
export function regionAt(regions: readonly Region[], start: number, end: number): number | null {
  let found: number | null = null;
  for (const [index, region] of regions.entries()) {
    if (region.start <= start && end <= region.end) found = index;
  }
  return found;
}

interface Place extends Region {
  insert(hit: string): readonly Insertion[];
}

function places(file: string, text: string): readonly Place[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Place[] = [];
  const visit = (node: ts.Node): void => {
    const place = placeOf(node);
    if (place) found.push(place);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((one, other) => one.start - other.start || other.end - one.end);
}

function placeOf(node: ts.Node): Place | null {
  const start = node.getStart();
  const end = node.getEnd();
  if (ts.isBlock(node)) {
    return { start, end, insert: (hit) => [{ at: start + 1, text: `${hit};` }] };
  }
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
    const { body } = node;
    const [from, to] = [body.getStart(), body.getEnd()];
    return {
      start: from,
      end: to,
      insert: (hit) => [
        { at: from, text: `(${hit}, ` },
        { at: to, text: ')' },
      ],
    };
  }
  if ((ts.isCaseClause(node) || ts.isDefaultClause(node)) && node.statements.length > 0) {
    const from = node.statements[0]?.getStart() ?? end;
    return { start: from, end, insert: (hit) => [{ at: from, text: `${hit};` }] };
  }
  if (ts.isStatement(node) && !ts.isBlock(node) && isBranch(node)) {
    return {
      start,
      end,
      insert: (hit) => [
        { at: start, text: `{${hit};` },
        { at: end, text: '}' },
      ],
    };
  }
  return null;
}

/** A statement without braces after if, else, for or while. */
function isBranch({ parent }: ts.Node): boolean {
  return parent !== undefined && (ts.isIfStatement(parent) || ts.isIterationStatement(parent, false));
}
