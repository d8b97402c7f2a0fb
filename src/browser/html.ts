/** A template escapes every value except Html. Attribute values in a template must be in quotes. */

export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static fromTemplate(parts: TemplateStringsArray, ...values: readonly Child[]): Html {
    // String.raw puts the values between the parts. It changes neither.
    return new Html(String.raw({ raw: parts }, ...values.map(render)));
  }

  toString(): string {
    return this.#markup;
  }
}

export type Child = Html | string | number | null | undefined | false | readonly Child[];

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
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
  if (typeof value === 'number') return String(value);
  return value.map(render).join('');
}
