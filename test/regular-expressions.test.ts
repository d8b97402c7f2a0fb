/**
 * No regular expression of the source takes more than linear time. scslre finds repetitions that compete for the same
 * characters; this file adds the kind that it ignores: a search that begins anew at every place and runs to the end
 * each time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import * as analysis from 'regexp-ast-analysis';
import { analyse } from 'scslre';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const parser = new RegExpParser();

function faultOf(literal: string): string | null {
  const end = literal.lastIndexOf('/');
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)];
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  const [report] = reports;
  if (report) return report.exponential ? 'exponential' : `polynomial (${report.type})`;
  return isSearchedFromEveryPlace(parser.parseLiteral(literal)) ? 'polynomial (search)' : null;
}

/** Whether an unbounded repetition matches everything that may precede it, so that each place starts one anew. */
function isSearchedFromEveryPlace({ pattern, flags }: AST.RegExpLiteral): boolean {
  if (flags.sticky) return false;
  const charsOf = (element: AST.Element) => analysis.getConsumedChars(element, flags).chars;
  const beginsAnew = (elements: readonly AST.Element[], at: number, repetition: AST.Quantifier): boolean => {
    const inside = charsOf(repetition);
    const [first] = elements;
    const anchored = first?.type === 'Assertion' && first.kind === 'start';
    if (anchored && !(flags.multiline && inside.has(0x0a))) return false;
    const taken = (one: AST.Element) =>
      analysis.isPotentiallyZeroLength(one, flags) || !charsOf(one).isDisjointWith(inside);
    // A repetition at the very end always fits and ends the search.
    return at < elements.length - 1 && elements.slice(0, at).every(taken);
  };
  return pattern.alternatives.some((alternative) => {
    const elements = alternative.elements.flatMap(unwrapped);
    return elements.some(
      (one, at) =>
        one.type === 'Quantifier' && one.max === Number.POSITIVE_INFINITY && beginsAnew(elements, at, one),
    );
  });
}

/** Groups without a repetition are inspected. */
function unwrapped(element: AST.Element): readonly AST.Element[] {
  const group = element.type === 'Group' || element.type === 'CapturingGroup';
  const [only, ...others] = group ? element.alternatives : [];
  return only && others.length === 0 ? only.elements.flatMap(unwrapped) : [element];
}

interface Found {
  readonly place: string;
  /** null: built at run time. */
  readonly literal: string | null;
}

function expressionsIn(file: string): readonly Found[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    const place = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) found.push({ place: place(), literal: node.text });
    const called = ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression : null;
    if (called && ts.isIdentifier(called) && called.text === 'RegExp')
      found.push({ place: file, literal: null });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const expressions = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => expressionsIn(`src/${file}`));

describe('the regular expressions of the source', () => {
  it('are found', () => {
    expect(expressions.length).toBeGreaterThan(100);
  });

  it('take linear time', () => {
    const faults = expressions.flatMap(({ place, literal }) => {
      const fault = literal === null ? null : faultOf(literal);
      return fault === null ? [] : [`${place} ${literal} ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('are literals, which can be checked', () => {
    const made = expressions.filter(({ literal }) => literal === null).map(({ place }) => place);
    expect(made).toEqual([]);
  });
});

describe('the check', () => {
  it.each([
    '/(a+)+$/',
    '/(?:a|a)*b/',
    '/"+$/',
    '/\\s+$/',
    '/^"+|"+$/g',
    '/^\\s*SN\\s*=\\s*(?:0x)?([0-9a-f: ]+)$/i',
    '/^Bearer\\s+(.+)$/i',
    '/\\{([^}]+)\\}/g',
    '/<form[^>]*action="([^"]+)"/',
    '/ Did you mean .*\\?$/s',
    '/\\(((?:specification|contract) \\d[^)]*)\\)/',
    '/.* at "\\w+\\.?([^"]+)"; /s',
    '/<!--.*-->/s',
  ])('catches %s', (literal) => {
    expect(faultOf(literal)).not.toBeNull();
  });

  it.each([
    '/^[!-~]{1,100}$/',
    '/^"([\\s\\S]*)"$/',
    '/name="([^"]+)"/',
    '/Field "(\\w+)" is not defined by type/',
    '/<form[^<>]*action="([^"]+)"/',
    '/is ready at (http:\\S+)/',
    '/[ \\t\\r\\n]+/g',
    '/[ \\t]*([a-z]+)[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\[\\s\\S])*)"|[\\w.:+-]+)[ \\t]*(?:,|$)/iy',
  ])('accepts %s', (literal) => {
    expect(faultOf(literal)).toBeNull();
  });
});
