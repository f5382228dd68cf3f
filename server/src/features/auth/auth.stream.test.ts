import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startPortal } from '#testing/portal';
import type { Portal, SignedIn } from '#testing/portal';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Reads a user's stream until the server ends the stream. */
async function openStream({ cookie }: SignedIn): Promise<{ text: () => string; isOver: () => boolean }> {
  const response = await fetch(`${portal.url}/api/stream`, { headers: { cookie } });
  expect(response.status).toBe(200);
  let text = '';
  let isOver = false;
  const read = async (): Promise<void> => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    isOver = true;
  };
  void read();
  return { text: () => text, isOver: () => isOver };
}

test('an open stream does not keep a session alive and ends within a second of the session [SESS-03]', async () => {
  const stays = await portal.person();
  const [idle, out] = [await portal.person(), await portal.person()];
  const [idleStream, outStream] = [await openStream(idle), await openStream(out)];
  const texts = (): string[] => [idleStream.text(), outStream.text()];
  await eventually(texts, (both) => both.every((text) => text.includes('event: hello')));

  await portal.app.auth.endSessions(out.id);
  await portal.clock.advance(1_000);
  await eventually(outStream.isOver, Boolean);
  expect(outStream.text()).toContain('{"reason":"signed_out"}');
  expect(idleStream.isOver()).toBe(false);

  portal.clock.set(new Date(portal.clock.now().getTime() + 60 * 60_000));
  await portal.clock.advance(1_000);
  await eventually(idleStream.isOver, Boolean);
  expect(idleStream.text()).toContain('{"reason":"signed_out"}');
  const again = await fetch(`${portal.url}/api/stream`, { headers: { cookie: stays.cookie } });
  expect(again.status).toBe(401);
});
