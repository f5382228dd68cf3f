/** An event of a `text/event-stream`. */
export interface StreamEvent {
  event: string;
  id: string | null;
  data: unknown;
}

/** Takes the text of a stream in chunks and returns the complete events. */
export function createFrameReader(): (text: string) => StreamEvent[] {
  let rest = '';
  return (text) => {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop()!;
    return frames.map(parseFrame);
  };
}

function parseFrame(frame: string): StreamEvent {
  const field = (name: string): string | null =>
    frame
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return { event: field('event')!, id: field('id'), data: JSON.parse(field('data')!) };
}
