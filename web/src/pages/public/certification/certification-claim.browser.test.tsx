import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import { claimPageTexts } from '@trace/contract/certification/certification.claim.texts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { refuse } from '#testing/fake-server/fake-server.ts';

const texts = claimPageTexts;
const link = '/certification-claim#claim-link-that-works';

async function openClaim(address = link, look: Parameters<typeof openPortal>[1] = {}) {
  const opened = await openPortal(address, { world: { person: null }, ...look });
  await expect.element(opened.screen.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
  opened.server.on(answerClaim, ({ body }) => {
    if (body.token !== 'claim-link-that-works') return refuse('gone', texts.over);
    return { outcome: body.answer === 'yes' ? ('confirmed' as const) : ('declined' as const) };
  });
  return opened;
}

test.each([
  ['yes', texts.yes, texts.confirmed],
  ['no', texts.no, texts.declined],
] as const)(
  'the page answers %s only when its button is pressed, and once on a double click [CERT-10]',
  async (answer, button, words) => {
    const { screen, server, history } = await openClaim();
    expect(history.location.href).toBe('/certification-claim');
    expect(server.calls(answerClaim)).toEqual([]);
    await screen.getByRole('button', { name: button }).dblClick();
    await expect.element(screen.getByText(words)).toBeVisible();
    expect(server.calls(answerClaim).map(({ body }) => body)).toEqual([{ token: 'claim-link-that-works', answer }]);
    expect(screen.getByRole('button', { name: texts.yes }).elements()).toEqual([]);
  },
);

test.each(['/certification-claim#used-before', `/certification-claim#${'x'.repeat(300)}`])(
  'the page says that the link no longer works when the server refuses %s [CERT-10]',
  async (address) => {
    const { screen } = await openClaim(address);
    await screen.getByRole('button', { name: texts.yes }).click();
    await expect.element(screen.getByText(texts.over)).toBeVisible();
    expect(screen.getByRole('button', { name: texts.no }).elements()).toEqual([]);
  },
);

test('the page says that the link no longer works when the address has no token [CERT-10]', async () => {
  const { screen, server } = await openClaim('/certification-claim');
  await expect.element(screen.getByText(texts.over)).toBeVisible();
  expect(server.calls(answerClaim)).toEqual([]);
});

test('the page keeps its buttons when the answer cannot be saved [CERT-10]', async () => {
  const { screen, server } = await openClaim();
  server.on(answerClaim, () => refuse('internal'));
  await screen.getByRole('button', { name: texts.no }).click();
  await expect.element(screen.getByText(texts.failed)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: texts.no })).toBeEnabled();
});

test.each([
  ['light', 1_440],
  ['dark', 1_440],
  ['dark', 390],
] as const)('axe reports no violations on the page of a claim (%s, %i) [CERT-10]', async (scheme, width) => {
  await page.viewport(width, 900);
  const { screen } = await openClaim(link, { scheme });
  await expect.element(screen.getByRole('button', { name: texts.no })).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});
