import type { MessageFragment } from '../generated/graphql.ts';
import { Icon } from './icon.tsx';
import { BankText } from './page.tsx';

interface MessagesProps {
  readonly messages: readonly MessageFragment[];
  /** The name of the field in a form; by default the page shows the path. */
  readonly labelOf?: (path: string) => string;
}

export function Messages({ messages, labelOf }: MessagesProps) {
  if (messages.length === 0) return null;
  const refused = messages.some(({ category }) => category === 'ERROR');
  // Several fields of the request may come from one field of a form.
  const items = new Map(
    messages.map(({ code, path, text }) => {
      const label = path && labelOf ? labelOf(path) : path && <code>{path}</code>;
      const key = `${code} ${typeof label === 'string' ? label : path} ${text}`;
      return [key, { code, label, text }] as const;
    }),
  );
  return (
    <div className={`note ${refused ? 'note-bad' : 'note-wait'}`} role="alert">
      <Icon name="warning" />
      <ul>
        {[...items].map(([key, { code, label, text }]) => (
          <li key={key}>
            <span className="code">{code}</span> {label} <BankText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
