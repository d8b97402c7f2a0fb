import { UnreachableError } from './send.ts';

const messageCharactersAtMost = 16 * 1_024 * 1_024;

/** Yields the events of a stream as they arrive, without comments. An event without a name is a `message`. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly event: string; readonly data: string }> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text = `${text}${decoder.decode(chunk, { stream: true })}`.replaceAll('\r\n', '\n');
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = eventOf(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== null) yield event;
    }
    if (text.length > messageCharactersAtMost)
      throw new UnreachableError('The service sends a message that does not end.');
  }
}

/** null: the block contains only a comment. */
function eventOf(block: string) {
  const fields = block.split('\n').map((line) => {
    // A line without a colon is the name of a field with an empty value.
    const [name = ''] = line.split(':', 1);
    return [name, line.slice(name.length + 1).replace(/^ /, '')] as const;
  });
  const data = fields.filter(([name]) => name === 'data').map(([, value]) => value);
  const event = fields.findLast(([name]) => name === 'event')?.[1] || 'message';
  return data.length === 0 && event === 'message' ? null : { event, data: data.join('\n') };
}
