import type { MessageFragment } from '../generated/graphql.ts';
import { Icon } from './icon.tsx';
import { BankText } from './page.tsx';

export function Messages({ messages }: { readonly messages: readonly MessageFragment[] }) {
  if (messages.length === 0) return null;
  const refused = messages.some(({ category }) => category === 'ERROR');
  return (
    <div className={`note ${refused ? 'note-bad' : 'note-wait'}`} role="alert">
      <Icon name="warning" />
      <ul>
        {messages.map(({ code, path, text }) => (
          <li key={`${code} ${path} ${text}`}>
            <span className="code">{code}</span> {path && <code>{path}</code>} <BankText text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}
