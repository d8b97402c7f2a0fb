/**
 * HTML from templates that escape by default: whatever is put into `html` is text, unless it is Html itself.
 * Attribute values are always written in quotes. There is no way to let a string through unescaped.
 * Start at `html`.
 */

/** Markup that only the `html` tag makes. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  /** Joins the parts of a template, which are trusted, with values, which are escaped. */
  static fromTemplate(parts: TemplateStringsArray, ...values: readonly Child[]): Html {
    return new Html(String.raw({ raw: parts }, ...values.map(render)));
  }

  toString(): string {
    return this.#markup;
  }
}

/** What a template may contain; null, undefined and false render nothing. */
export type Child = Html | string | number | null | undefined | false | readonly Child[];

/** The tag: html`<p>${text}</p>`. */
export const html = Html.fromTemplate;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function render(value: Child): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
}
