/** One-point changes to a source file, found in its syntax tree. Whether a change compiles is asked later. */
import ts from 'typescript';

/** A piece of a file and what stands there instead. */
export interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly mutator: string;
  /** What the replacement needs to have imported. */
  readonly preamble?: string;
}

type Change = Omit<Mutant, 'file'>;
type Emit = (mutator: string, node: ts.Node, ...replacements: readonly string[]) => void;
type Mutator = (node: ts.Node, emit: Emit, emitChange: (change: Change) => void) => void;

const operators: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
};

const binary: Mutator = (node, emit) => {
  if (!ts.isBinaryExpression(node)) return;
  const { operatorToken } = node;
  emit(`operator ${operatorToken.getText()}`, operatorToken, ...(operators[operatorToken.getText()] ?? []));
};

const condition: Mutator = (node, emit) => {
  if (ts.isIfStatement(node)) emit('condition', node.expression, 'true', 'false');
  if (ts.isConditionalExpression(node)) emit('condition', node.condition, 'true', 'false');
  // A loop that never ends is caught by its time-out alone and tells nothing.
  if (ts.isWhileStatement(node)) emit('condition', node.expression, 'false');
  if (ts.isForStatement(node) && node.condition) emit('condition', node.condition, 'false');
};

const unary: Mutator = (node, emit) => {
  if (!ts.isPrefixUnaryExpression(node)) return;
  if (node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken) {
    emit('unary removed', node, node.operand.getText());
  }
};

const prose = /\s/;
const isKey = ({ parent }: ts.Node): boolean =>
  ts.isPropertySignature(parent) || ts.isElementAccessExpression(parent) || ts.isLiteralTypeNode(parent);

/** The 1 of a comparison function, `a < b ? -1 : 1`: any greater number means the same. */
const isSign = (node: ts.Node): boolean => {
  const outer = ts.isPrefixUnaryExpression(node.parent) ? node.parent.parent : node.parent;
  if (!ts.isConditionalExpression(outer)) return false;
  const texts = [outer.whenTrue.getText(), outer.whenFalse.getText()];
  return texts.includes('-1') && texts.includes('1');
};

const literal: Mutator = (node, emit) => {
  if (node.kind === ts.SyntaxKind.TrueKeyword) emit('boolean', node, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) emit('boolean', node, 'true');
  if (isKey(node) || (ts.isPropertyAssignment(node.parent) && node.parent.name === node)) return;
  if (ts.isNumericLiteral(node) && !isSign(node))
    emit('number', node, `${Number(node.text.replaceAll('_', '')) + 1}`);
  // Sentences are for people: a test that repeats them proves nothing.
  if (ts.isStringLiteral(node) && node.text !== '' && !prose.test(node.text)) emit('string', node, "''");
  if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
    const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    if (!texts.some((text) => prose.test(text))) emit('string', node, '``');
  }
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
    const text = node.getText();
    if (text.startsWith('/^')) emit('expression not anchored', node, `/${text.slice(2)}`);
    const end = /\$(?=\/[a-z]*$)/;
    if (end.test(text)) emit('expression not anchored', node, text.replace(end, ''));
  }
};

const statement: Mutator = (node, emit) => {
  if (ts.isThrowStatement(node)) emit('throw removed', node, ';');
  if (ts.isExpressionStatement(node) && node.expression.kind !== ts.SyntaxKind.StringLiteral) {
    emit('statement removed', node, ';');
  }
};

const returned: Mutator = (node, emit) => {
  const value = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node) && !ts.isBlock(node.body)
      ? node.body
      : undefined;
  if (!value || ts.isLiteralExpression(value) || value.kind === ts.SyntaxKind.NullKeyword) return;
  emit('returned', value, 'null', 'true', 'false', '[]');
};

const members: Mutator = (node, emit, emitChange) => {
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) emit('list emptied', node, '[]');
  const list = ts.isObjectLiteralExpression(node)
    ? node.properties
    : ts.isArrayLiteralExpression(node)
      ? node.elements
      : undefined;
  for (const [index, member] of [...(list ?? [])].entries()) {
    if (!ts.isSpreadAssignment(member) && !ts.isSpreadElement(member)) continue;
    const next = list?.[index + 1];
    const end = next ? next.getStart() : member.getEnd();
    emitChange({ start: member.getStart(), end, replacement: '', mutator: 'spread removed' });
  }
};

/** Calls in a chain that the value can do without: `x.filter(f)` becomes `x`. */
const links = new Set(
  `filter sort toSorted reverse toReversed slice trim toLowerCase toUpperCase flat
  for orderBy limit offset onConflictDoNothing onConflictDoUpdate where
  min max length regex optional nullable nullish default strict refine superRefine check catch`.split(/\s+/),
);
const swapped: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};
/** Replacements for calls of drizzle. */
const sqlCalls: Readonly<Record<string, string>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
  asc: 'desc',
  desc: 'asc',
  and: 'or',
  or: 'and',
};

const call: Mutator = (node, emit, emitChange) => {
  if (!ts.isCallExpression(node)) return;
  const { expression } = node;
  if (ts.isPropertyAccessExpression(expression)) {
    const name = expression.name.text;
    const instead = swapped[name];
    const isMath = expression.expression.getText() === 'Math';
    if (instead && (isMath || !['min', 'max'].includes(name))) emit(`.${name}`, expression.name, instead);
    if (links.has(name) && !isMath) emit(`.${name} removed`, node, expression.expression.getText());
  }
  const name = ts.isIdentifier(expression) ? expression.text : '';
  const instead = sqlCalls[name];
  if (!instead) return;
  emitChange({
    start: expression.getStart(),
    end: expression.getEnd(),
    replacement: `${instead}Instead`,
    mutator: `sql ${name}`,
    preamble: `import { ${instead} as ${instead}Instead } from 'drizzle-orm'; `,
  });
  if ((name !== 'and' && name !== 'or') || node.arguments.length < 2) return;
  for (const argument of node.arguments) {
    if (!ts.isSpreadElement(argument)) emit(`condition of ${name} removed`, argument, 'undefined');
  }
};

const sqlText: readonly [RegExp, string][] = [
  [/<=/g, '<'],
  [/(?<![<>])<(?![=>])/g, '<='],
  [/>=/g, '>'],
  [/(?<![<-])>(?!=)/g, '>='],
  [/\band\b/g, 'or'],
  [/\bor\b/g, 'and'],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bdesc\b/g, 'asc'],
  [/\bmin\b/g, 'max'],
  [/\bmax\b/g, 'min'],
];

const sqlTemplate: Mutator = (node, _emit, emitChange) => {
  if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return;
  const { template } = node;
  const parts = ts.isTemplateExpression(template)
    ? [template.head, ...template.templateSpans.map((span) => span.literal)]
    : [template];
  for (const part of parts) {
    const text = part.getText();
    for (const [pattern, replacement] of sqlText) {
      for (const found of text.matchAll(pattern)) {
        const start = part.getStart() + found.index;
        emitChange({ start, end: start + found[0].length, replacement, mutator: `sql ${found[0].trim()}` });
      }
    }
  }
};

const mutators = [binary, condition, unary, literal, statement, returned, members, call, sqlTemplate];

const isOutside = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

/** Whether a text is the message of an error, which no test needs to check. */
const isErrorText = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) && node.expression.getText() === 'Error') ||
  (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword && isOfError(node));

/** Whether a call of super is that of a class of errors. */
function isOfError(call: ts.Node): boolean {
  const owner = ts.findAncestor(call, ts.isClassLike);
  return /^extends Error\b/.test(owner?.heritageClauses?.[0]?.getText() ?? '');
}

/** Every change to a file, in the order of the text. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const emitChange = (change: Change) => void found.push({ file, ...change });
  const emit: Emit = (mutator, node, ...replacements) => {
    for (const replacement of replacements) {
      if (replacement !== node.getText())
        emitChange({ start: node.getStart(), end: node.getEnd(), replacement, mutator });
    }
  };
  const visit = (node: ts.Node): void => {
    if (isOutside(node) || isErrorText(node)) return;
    for (const mutator of mutators) mutator(node, emit, emitChange);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

export function mutated(text: string, { start, end, replacement, preamble = '' }: Mutant): string {
  return `${preamble}${text.slice(0, start)}${replacement}${text.slice(end)}`;
}
