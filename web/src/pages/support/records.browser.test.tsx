import {
  addCertification,
  confirmCertification,
  listCertifications,
  loadCertifications,
  releaseCertification,
  revokeCertification,
} from '@trace/contract/certification/certification.staff.api';
import type { ManagedCertification } from '@trace/contract/certification/certification.staff.schema';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import {
  addRegistryEntry,
  listRegistry,
  loadRegistry,
  printLabels,
} from '@trace/contract/devices/registry/devices.registry.api';
import type { RegistryRow } from '@trace/contract/devices/registry/devices.registry.schema';
import { registryTexts } from '@trace/contract/devices/registry/devices.registry.texts';
import { csvLoadTexts } from '@trace/contract/kernel/csv-load.texts';
import { done } from '@trace/contract/kernel/endpoint';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { ago } from '#testing/fake-server/devices/fake-server-status.ts';
import { mia } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { settled } from '#testing/settled.ts';

const staff = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };
const file = () => new File(['a,b\n'], 'training.csv', { type: 'text/csv' });
const fileInput = () => page.elementLocator(document.querySelector<HTMLElement>('input[type=file]')!);

function aRecord(number: string, change: Partial<ManagedCertification> = {}): ManagedCertification {
  return {
    ...{ number, fullName: 'Noah Tan', email: 'noah@spark.example', state: 'valid', expiresAt: null },
    ...{ revokedAt: null, revokeReason: null, isInUse: false, matchedBy: null, claim: null },
    ...change,
  };
}

test('staff check a file, load it, and decide about each certification [CERT-08] [CERT-09]', async () => {
  const claim = { email: 'claimant@example.com', expiresAt: ago(-900), outcome: null, endedAt: null };
  const revoked = { state: 'ended', revokedAt: ago(900), revokeReason: '<b>Withdrawn</b>' } as const;
  const certifications = [
    aRecord('CERT-1', { isInUse: true, matchedBy: 'name' }),
    aRecord('CERT-2', { claim }),
    aRecord('CERT-3', { ...revoked, claim: { ...claim, outcome: 'taken', endedAt: ago(1800) } }),
  ];
  const { screen, server } = await openPortal('/support/certifications', { world: { person: staff } });
  server.on(listCertifications, () => ({ certifications, next: null }));
  server.on(revokeCertification, () => done);
  server.on(releaseCertification, () => refuse('conflict', 'CERT-1 serves no account, and no account claims it.'));
  server.on(confirmCertification, () => done);
  server.on(addCertification, () => refuse('conflict', 'CERT-3 is revoked and stays so.'));
  server.on(loadCertifications, ({ query }) => ({
    dryRun: query.dryRun === 'true',
    rows: [
      { line: 2, number: 'CERT-4', outcome: 'added' as const, problem: null },
      { line: 3, number: null, outcome: 'bad' as const, problem: 'email: not an email address' },
    ],
  }));
  const table = screen.getByRole('table', { name: 'Certifications' });
  await expect.element(table.getByText('CERT-1')).toBeVisible();
  const cellsOf = (row: number) => table.getByRole('row').nth(row).element().textContent;
  expect(cellsOf(1)).toMatch(/^CERT-1Noah Tannoah@spark.exampleValidNo endIn use, matched by name/);
  expect(cellsOf(2)).toContain('Claimed by claimant@example.com');
  expect(cellsOf(3)).toContain('<b>Withdrawn</b>');
  expect(screen.getByRole('button', { name: 'Actions for CERT-3' }).elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: 'Actions for CERT-2' }).click();
  await screen.getByRole('menuitem', { name: texts.confirm }).click();
  await screen.getByRole('dialog').getByRole('button', { name: texts.confirm }).click();
  await expect.element(screen.getByText(texts.confirmed)).toBeInTheDocument();

  await screen.getByRole('button', { name: 'Actions for CERT-1' }).click();
  await screen.getByRole('menuitem', { name: texts.release }).click();
  await screen.getByRole('dialog').getByRole('button', { name: texts.release }).click();
  await expect.element(screen.getByText(/serves no account/)).toBeInTheDocument();

  await screen.getByRole('button', { name: 'Actions for CERT-1' }).click();
  await screen.getByRole('menuitem', { name: texts.revoke }).click();
  const revoke = screen.getByRole('dialog', { name: 'Revoke CERT-1' });
  await revoke.getByRole('button', { name: texts.revoke }).click();
  await expect.element(revoke.getByText(texts.reasonMissing)).toBeVisible();
  await revoke.getByRole('textbox', { name: texts.reason }).fill('Withdrawn');
  await revoke.getByRole('button', { name: texts.revoke }).click();
  await expect.element(screen.getByText(texts.revoked)).toBeInTheDocument();
  expect(server.calls(revokeCertification)[0]?.body).toEqual({ number: 'CERT-1', reason: 'Withdrawn' });

  await screen.getByRole('button', { name: texts.load }).click();
  const dialog = screen.getByRole('dialog', { name: texts.load });
  await userEvent.upload(fileInput(), file());
  await expect.element(dialog.getByText(csvLoadTexts.foreseen(1, 1))).toBeVisible();
  await expect.element(dialog.getByText('email: not an email address')).toBeVisible();
  await dialog.getByRole('button', { name: 'Load 1 row' }).click();
  await expect.element(dialog.getByText(csvLoadTexts.loaded(1, 1))).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: texts.close })).toHaveFocus();
  expect(server.calls(loadCertifications).map(({ query }) => query['dryRun'])).toEqual(['true', 'false']);
  await dialog.getByRole('button', { name: texts.close }).click();

  await screen.getByRole('button', { name: texts.add }).click();
  const add = screen.getByRole('dialog', { name: texts.add });
  await add.getByRole('textbox', { name: texts.numberLabel }).fill('CERT-3');
  await add.getByRole('textbox', { name: texts.fullName }).fill('Noah Tan');
  await add.getByRole('textbox', { name: texts.email }).fill('noah@spark.example');
  await add.getByRole('button', { name: texts.add }).click();
  await expect.element(add.getByText('CERT-3 is revoked and stays so.')).toBeVisible();
  server.on(addCertification, () => ({ number: 'CERT-3', outcome: 'changed' as const }));
  await add.getByRole('checkbox', { name: texts.mayChange }).click();
  await add.getByRole('button', { name: texts.add }).click();
  await expect.element(screen.getByText(texts.addedAs.changed)).toBeInTheDocument();
  expect(server.calls(addCertification).map(({ body }) => body)).toMatchObject([
    { number: 'CERT-3', mayChange: false },
    { number: 'CERT-3', mayChange: true },
  ]);
});

test('asks with the real effect when the claimed certification has ended [CERT-09] [CERT-10]', async () => {
  const claim = { email: 'claimant@example.com', expiresAt: ago(900), outcome: 'expired' as const, endedAt: ago(900) };
  const certifications = [aRecord('CERT-7', { state: 'ended', expiresAt: ago(1800), claim })];
  const { screen, server } = await openPortal('/support/certifications', { world: { person: staff } });
  server.on(listCertifications, () => ({ certifications, next: null }));
  await screen.getByRole('button', { name: 'Actions for CERT-7' }).click();
  await screen.getByRole('menuitem', { name: texts.confirm }).click();
  const dialog = screen.getByRole('dialog', { name: texts.confirmTitle('CERT-7') });
  await expect
    .element(dialog.getByText(/^claimant@example.com gets this certification, which has ended/))
    .toBeVisible();
  await expect.element(dialog).not.toHaveTextContent('can register and assign devices');
});

test.each([
  ['in use and valid', { isInUse: true }, /^The certification ends now.*Its holder gets an email/],
  [
    'in use and ended',
    { isInUse: true, state: 'ended' },
    /^The certification has ended.*Nothing changes for its holder/,
  ],
  ['not in use', {}, /no account can claim it\. A claim that waits ends too\.$/],
] as const)('a revocation names its effect on a certification that is %s [CERT-09]', async (_of, change, effect) => {
  const { screen, server } = await openPortal('/support/certifications', { world: { person: staff } });
  server.on(listCertifications, () => ({ certifications: [aRecord('CERT-8', change)], next: null }));
  await screen.getByRole('button', { name: 'Actions for CERT-8' }).click();
  await screen.getByRole('menuitem', { name: texts.revoke }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Revoke CERT-8' }).getByText(effect)).toBeVisible();
});

test('keeps the search of the certifications in the address, and takes the search from there [CERT-08]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(listCertifications, () => ({ certifications: [], next: null }));
  history.push(`/support/certifications?q=${'x'.repeat(150)}`);
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveValue('x'.repeat(100));
  await expect.poll(() => server.calls(listCertifications).at(-1)?.query).toMatchObject({ search: 'x'.repeat(100) });
  await search.fill('noah');
  await expect.poll(() => history.location.href).toBe('/support/certifications?q=noah');
  await expect.poll(() => server.calls(listCertifications).at(-1)?.query).toMatchObject({ search: 'noah' });
});

test('staff load the registry, see a generated claim code once until they close it, and download the labels [REG-11]', async () => {
  const CODE = 'ABCDEFGHJKMNPQRSTVWX';
  const entry = { enteredAt: ago(90), lastConnectedAt: null };
  const entries = [
    { serialNumber: 'Trace_1', enteredBy: 'staff' as const, needsClaimCode: true, isRegistered: false, ...entry },
    { serialNumber: 'Trace_2', enteredBy: 'factory' as const, needsClaimCode: false, isRegistered: true, ...entry },
  ];
  const row = (isDryRun: boolean): RegistryRow => ({
    ...{ line: 2, serialNumber: 'Trace_3', outcome: 'entered', problem: null, isNewCode: true },
    claimCode: isDryRun ? null : CODE,
  });
  const { screen, server } = await openPortal('/support/registry', { world: { person: staff } });
  server.on(listRegistry, ({ query }) => ({ entries: query.search === 'x' ? [] : entries, next: null }));
  server.on(loadRegistry, ({ query: { dryRun } }) => ({ dryRun: dryRun === 'true', rows: [row(dryRun === 'true')] }));
  server.on(printLabels, () => ({ html: '<!doctype html><p>Label of Trace_3</p>' }));
  server.on(addRegistryEntry, () => ({ ...row(false), line: 0 }));
  const table = screen.getByRole('table', { name: registryTexts.table });
  await expect.element(table.getByText('Trace_1')).toBeVisible();
  expect(table.getByRole('row').nth(1).element().textContent).toMatch(
    /^Trace_1Not registeredNeeded to register1 h ago by supportNever$/,
  );
  expect(table.getByRole('row').nth(2).element().textContent).toMatch(/^Trace_2RegisteredNone/);
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('button', { name: registryTexts.load }).click();
  const dialog = screen.getByRole('dialog', { name: registryTexts.load });
  await userEvent.upload(fileInput(), file());
  await expect.element(dialog.getByText(registryTexts.willGenerate)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Download/ })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Load 1 row' }).dblClick();
  await expect.element(dialog.getByText('ABCDE-FGHJK-MNPQR-STVWX')).toBeVisible();
  expect(server.calls(loadRegistry)).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Download 1 label' }).click();
  await expect.poll(() => server.calls(printLabels)).toHaveLength(1);
  expect(server.calls(printLabels)[0]?.body).toEqual({ labels: [{ serialNumber: 'Trace_3', claimCode: CODE }] });
  await userEvent.keyboard('{Escape}');
  await settled();
  await dialog.getByRole('button', { name: csvLoadTexts.close }).click();

  await screen.getByRole('button', { name: registryTexts.add }).click();
  const add = screen.getByRole('dialog', { name: registryTexts.addTitle });
  await add.getByLabelText(registryTexts.claimChoice).selectOptions(registryTexts.claims.new);
  await add.getByRole('button', { name: registryTexts.add }).click();
  await expect.element(add.getByText('ABCDE-FGHJK-MNPQR-STVWX')).toBeVisible();
  expect(server.calls(addRegistryEntry)[0]?.body).toEqual({ serialNumber: 'Trace_', claimCode: 'new' });
  await userEvent.keyboard('{Escape}');
  await settled();
  await add.getByRole('button', { name: registryTexts.done }).click();

  await screen.getByRole('searchbox').fill('x');
  await expect.element(screen.getByText(registryTexts.emptySearch)).toBeVisible();
});

test('keeps the search of the registry in the address, and takes the search from there [REG-11]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: staff } });
  server.on(listRegistry, () => ({ entries: [], next: null }));
  history.push(`/support/registry?q=${'x'.repeat(150)}`);
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveValue('x'.repeat(64));
  await expect.poll(() => server.calls(listRegistry).at(-1)?.query).toMatchObject({ search: 'x'.repeat(64) });
  await search.fill('Trace_1');
  await expect.poll(() => history.location.href).toBe('/support/registry?q=Trace_1');
  await expect.poll(() => server.calls(listRegistry).at(-1)?.query).toMatchObject({ search: 'Trace_1' });
});
