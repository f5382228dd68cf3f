import {
  deleteRelease,
  downloadRelease,
  listReleases,
  makeDeviceToken,
  previewRollout,
  publishRelease,
  setDeviceChannel,
  startRollout,
  steerRollout,
  uploadRelease,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { rolloutTexts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import { firmwareScreenTexts as texts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import {
  aHaltedRollout,
  aRelease,
  aRollout,
  aRolloutDevice,
  KEY_ID,
  serveFirmware,
  type FirmwareWorld,
} from '#testing/fake-server/fake-server-firmware.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { priya, serveDesk } from '#testing/fake-server/fake-server-support.ts';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';
import { takeShot } from '#testing/shot.ts';

const SIGNATURE = { keyId: KEY_ID, signature: `${'A'.repeat(86)}==` };

async function open(world: Partial<FirmwareWorld>, scheme: 'light' | 'dark', before?: (server: FakeServer) => void) {
  const shown: FirmwareWorld = { releases: [], rollouts: [], devices: [], ...world };
  const { screen, server, history } = await openPortal('/terms', { scheme, world: { person: priya } });
  serveDesk(server);
  serveFirmware(server, shown);
  before?.(server);
  history.push('/support/firmware');
  await expect.element(screen.getByRole('heading', { name: 'Firmware Management' })).toBeVisible();
  return { screen, server, history, world: shown };
}

type Screen = Awaited<ReturnType<typeof open>>['screen'];

async function chooseFile(screen: Screen, index: number, file: File): Promise<void> {
  const picker = screen.container.ownerDocument.querySelectorAll<HTMLInputElement>('input[type="file"]')[index]!;
  await userEvent.upload(picker, file);
}

const image = (name = 'build.bin', bytes = 2_048) => new File([new Uint8Array(bytes).fill(0xe9)], name);

test('a halted rollout comes first with its reasons and devices, and staff resume and stop it [FWM-03]', async () => {
  await page.viewport(1_440, 1_100);
  const { screen, server, world } = await open(
    {
      rollouts: [aHaltedRollout(), aRollout({ version: '2.3.4', state: 'done', endedAt: '2026-10-02T00:00:00.000Z' })],
      releases: [
        aRelease('2.4.0', { usedByRollouts: 1, usedByDevices: 109 }),
        aRelease('2.3.4', { sequence: 11, usedByDevices: 2_132 }),
        aRelease('2.3.0-beta', { sequence: 9, channel: 'beta', state: 'withdrawn' }),
      ],
      devices: [
        aRolloutDevice('Trace_51A0'),
        aRolloutDevice('Trace_4F21', { state: 'waiting', failure: null, detail: null, waitingFor: 'moving' }),
      ],
    },
    'light',
  );
  await expect.element(screen.getByText(`Logged in as ${priya.email}`)).toBeVisible();
  const rollout = screen.getByRole('region', { name: 'Rollout of 2.4.0' });
  await expect
    .element(
      rollout.getByText(/^Stopped by itself at .*: 8 of 105 finished devices failed, 7\.6%\. The limit is 5%\.$/),
    )
    .toBeVisible();
  await expect
    .element(
      rollout.getByText(
        'No device is left without working firmware. 7 devices under way finish. Rings 3 and 4 have not been touched.',
      ),
    )
    .toBeVisible();
  const rings = rollout.getByRole('list', { name: 'Rings' }).getByRole('listitem');
  expect(rings.elements().map(({ textContent }) => textContent)).toEqual([
    'Ring 1Up to 1% of devicesDone12 of 12 updatedNo failures',
    'Ring 2Up to 10% of devicesHalted97 of 112 updated7 under way, 8 failed',
    'Ring 3Up to 50% of devicesNot started0 of about 560 updatedWaits for ring 2',
    'Ring 4EveryoneNot started0 of about 1,557 updatedWaits for ring 3',
  ]);
  await expect.element(rollout.getByText('Went back to 2.3.4')).toBeVisible();
  await expect
    .element(
      screen
        .getByRole('region', { name: 'Past rollouts' })
        .getByText(/^1,?09.*|2\.3\.4/)
        .first(),
    )
    .toBeVisible();
  await takeShot('firmware-halted-light-1440');
  expect(await axeFindings()).toEqual([]);

  await rollout.getByRole('button', { name: 'Show the 8 devices' }).click();
  const devices = screen.getByRole('dialog', { name: 'Devices of the rollout of 2.4.0' });
  await expect.element(devices.getByText(/restored the old one\. The device says: “watchdog after 4 s”/)).toBeVisible();
  await expect.element(devices.getByText('Trace_4F21')).not.toBeInTheDocument();
  await devices.getByLabelText('State').selectOptions('All states');
  await expect.element(devices.getByText('The device gets the offer when it stands still.')).toBeVisible();
  await takeShot('firmware-devices-light-1440');
  expect(await axeFindings()).toEqual([]);
  await devices.getByRole('button', { name: 'Close' }).click();

  server.on(steerRollout, () => refuse('conflict', 'A colleague changed this rollout.'));
  await rollout.getByRole('button', { name: 'Resume' }).click();
  await expect.element(screen.getByText('A colleague changed this rollout.')).toBeInTheDocument();
  serveFirmware(server, world);
  await rollout.getByRole('button', { name: 'Resume' }).click();
  await expect.element(rollout.getByRole('button', { name: 'Pause' })).toBeVisible();
  await rollout.getByRole('button', { name: 'Stop…' }).click();
  const question = screen.getByRole('dialog', { name: /^Stop the rollout of .*\?$/ });
  await question.getByRole('button', { name: 'Stop rollout' }).click();
  await expect.element(rollout).not.toBeInTheDocument();
  expect(server.calls(steerRollout).map(({ body }) => body)).toEqual([
    { action: 'resume', revision: 3 },
    { action: 'resume', revision: 3 },
    { action: 'stop', revision: 4 },
  ]);

  const inUse = screen.getByRole('button', { name: 'Delete firmware-2.3.4.bin' });
  await expect.element(inUse).toHaveAttribute('aria-disabled', 'true');
  await inUse.click({ force: true });
  await expect.element(screen.getByText('Cannot be deleted: in use by 2,132 devices.').last()).toBeInTheDocument();

  await page.viewport(390, 2_600);
  await expect
    .element(screen.getByRole('list', { name: 'Firmware files' }).getByText('firmware-2.4.0.bin'))
    .toBeVisible();
  await takeShot('firmware-files-light-390');
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('staff upload a draft, publish it with a signature, roll it out and delete a file [FWM-01] [FWM-03]', async () => {
  await page.viewport(1_440, 1_000);
  const draft = aRelease('2.4.2', { state: 'draft' });
  const { screen, server } = await open({ releases: [draft, aRelease('2.3.3')] }, 'dark');
  const upload = screen.getByRole('region', { name: 'Upload Firmware' });
  const send = upload.getByRole('button', { name: 'Upload Firmware' });
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  await upload.getByRole('textbox', { name: 'Version Number' }).fill('v2');
  await userEvent.keyboard('{Enter}');
  await expect.element(upload.getByText('Missing Information')).toBeVisible();
  await expect.element(upload.getByText('Please select a file and enter a version number')).toBeVisible();
  await chooseFile(screen, 0, image('readme.txt'));
  await expect.element(upload.getByText('Invalid File')).toBeVisible();
  await expect.element(upload.getByText('Please select a .bin file')).toBeVisible();
  await chooseFile(screen, 0, image());
  await expect.element(upload.getByText('build.bin')).toBeVisible();
  await expect.element(upload.getByText('2 KB')).toBeVisible();
  await send.click();
  await expect.element(upload.getByText(texts.upload.versionWrong)).toBeVisible();
  expect(server.calls(uploadRelease)).toEqual([]);

  const release = server.hold(uploadRelease);
  await upload.getByRole('textbox', { name: 'Version Number' }).fill('2.4.1');
  await send.click();
  await expect.element(upload.getByRole('button', { name: 'Uploading...' })).toBeVisible();
  await expect.element(upload.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  release();
  await expect.element(screen.getByText('Firmware 2.4.1 uploaded successfully')).toBeInTheDocument();
  expect(server.calls(uploadRelease)[0]?.query).toMatchObject({ fileName: 'build.bin', version: '2.4.1' });
  const files = screen.getByRole('region', { name: /^Available Firmware Files \(\d\)$/ });
  await expect.element(screen.getByRole('heading', { name: 'Available Firmware Files (3)' })).toBeVisible();
  const row = files.getByRole('row', { name: /firmware-2\.4\.1\.bin/ });
  await expect.element(row.getByText('Draft')).toBeVisible();
  await expect.element(row.getByText('1.84 MB')).toBeVisible();
  await expect.element(row.getByText('application/octet-stream')).toBeVisible();
  await expect.element(files.getByText('/functions/v1/check-firmware-update')).toBeVisible();
  await takeShot('firmware-files-dark-1440');
  expect(await axeFindings()).toEqual([]);

  server.on(uploadRelease, () => refuse('conflict', 'This version exists with other bytes.', 'query.version'));
  await upload.getByRole('textbox', { name: 'Version Number' }).fill('2.4.1');
  await chooseFile(screen, 0, image());
  await send.click();
  await expect.element(upload.getByText('This version exists with other bytes.')).toBeVisible();
  server.on(uploadRelease, () => refuse('too_many_requests', 'Too many requests.'));
  await send.click();
  await expect.element(upload.getByText('Upload Failed')).toBeVisible();
  await expect.element(upload.getByText('Failed to upload firmware file. Too many requests.')).toBeVisible();

  await row.getByRole('button', { name: 'Publish…' }).click();
  const publish = screen.getByRole('dialog', { name: 'Publish firmware 2.4.1' });
  await expect.element(publish.getByText(texts.publish.uploader)).toBeVisible();
  await expect.element(publish.getByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  await publish.getByRole('button', { name: 'Cancel' }).click();
  server.on(downloadRelease, () => refuse('gone', 'The image is deleted.'));
  await row.getByRole('button', { name: 'Download firmware-2.4.1.bin' }).click();
  await expect.element(screen.getByText('Download Failed')).toBeInTheDocument();
  await expect.element(screen.getByText('Failed to download firmware file. The image is deleted.')).toBeInTheDocument();
  await row.getByRole('button', { name: 'Delete firmware-2.4.1.bin' }).click();
  const question = screen.getByRole('dialog', { name: 'Delete firmware file' });
  await expect.element(question.getByText(/^Are you sure you want to delete firmware-2\.4\.1\.bin\?/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText('Firmware file deleted successfully')).toBeInTheDocument();
  expect(server.calls(deleteRelease)).toHaveLength(1);

  await files.getByRole('button', { name: 'Publish…' }).click();
  const sign = screen.getByRole('dialog', { name: 'Publish firmware 2.4.2' });
  await expect
    .element(sign.getByText('npm run firmware -- sign firmware-2.4.2.manifest.json --key firmware-private.pem'))
    .toBeVisible();
  const signed = (content: unknown) => new File([JSON.stringify(content)], 'build.sig');
  await chooseFile(screen, 1, signed({ key: 1 }));
  await expect.element(sign.getByText(texts.publish.notSignature)).toBeVisible();
  await chooseFile(screen, 1, signed({ ...SIGNATURE, keyId: 'f'.repeat(16) }));
  await expect.element(sign.getByText(texts.publish.unknownKey('f'.repeat(16)))).toBeVisible();
  await expect.element(sign.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await chooseFile(screen, 1, signed(SIGNATURE));
  await expect.element(sign.getByText('build.sig, signed with the key “release 2026”')).toBeVisible();
  await takeShot('firmware-publish-dark-1440');
  expect(await axeFindings()).toEqual([]);
  await sign.getByRole('button', { name: 'Publish' }).click();
  await expect.element(sign).not.toBeInTheDocument();
  expect(server.calls(publishRelease)[0]?.body).toEqual(SIGNATURE);

  await files.getByRole('button', { name: 'Roll out…' }).first().click();
  const start = screen.getByRole('dialog', { name: 'Roll out firmware 2.4.2' });
  await expect.element(start.getByText('Ring 4, everyone: 1,557 devices')).toBeVisible();
  await start.getByRole('radio', { name: 'Chosen devices' }).click();
  await start.getByRole('button', { name: 'Start rollout' }).click();
  await expect.element(start.getByText(rolloutTexts.start.serialsMissing)).toBeVisible();
  await start.getByRole('textbox', { name: 'Serial numbers' }).fill('Trace_51A0, Trace_51A0\nTrace_4F21');
  await expect.element(start.getByText('1 device cannot get this release: Trace_4F21')).toBeVisible();
  await start.getByRole('checkbox', { name: /Quiet hours/ }).click();
  await takeShot('firmware-start-dark-1440');
  expect(await axeFindings()).toEqual([]);
  await start.getByRole('button', { name: 'Start rollout' }).click();
  await expect.element(screen.getByRole('region', { name: 'Rollout of 2.4.2' })).toBeVisible();
  expect(server.calls(startRollout)[0]?.body).toMatchObject({
    releaseId: draft.id,
    target: { kind: 'devices', serialNumbers: ['Trace_51A0', 'Trace_4F21'] },
    settings: {
      failureLimitPct: 2,
      minBatteryPct: 30,
      quietHours: { from: '22:00', to: '06:00', timeZone: priya.timeZone },
    },
  });
  expect(server.calls(previewRollout).length).toBeGreaterThan(1);
});

test('a low window shows why a rollout did not start, above the buttons of the dialog [FWM-03]', async () => {
  await page.viewport(1_440, 560);
  const { screen, server } = await open({ releases: [aRelease('2.4.2')] }, 'light');
  server.on(startRollout, () => refuse('conflict', 'Another rollout has not ended.'));
  await screen.getByRole('button', { name: 'Roll out…' }).click();
  const start = screen.getByRole('dialog', { name: 'Roll out firmware 2.4.2' });
  const send = start.getByRole('button', { name: 'Start rollout' });
  await expect.element(start.getByText('Ring 4, everyone: 1,557 devices')).toBeInTheDocument();
  await send.click();
  const reason = start.getByText('Another rollout has not ended.');
  await expect.element(reason).toBeInTheDocument();
  const top = send.element().getBoundingClientRect().top;
  await expect.poll(() => reason.element().getBoundingClientRect().bottom).toBeLessThan(top);
});

test('Roll out is disabled and says why until the rollout of the model and channel ends [FWM-03]', async () => {
  await page.viewport(1_440, 1_100);
  const { screen } = await open(
    {
      rollouts: [aRollout({ version: '2.3.4', state: 'done' }), aRollout({ state: 'paused' })],
      releases: [
        aRelease('2.4.2'),
        aRelease('2.5.0-beta', { channel: 'beta' }),
        aRelease('3.0.0', { model: 'gps-tracker-2' }),
      ],
    },
    'light',
  );
  const rollOut = (version: string) =>
    screen
      .getByRole('group', { name: `Actions for firmware-${version}.bin` })
      .getByRole('button', { name: 'Roll out…' });
  const reason = texts.list.otherRollout('2.4.0');
  await expect.element(rollOut('2.4.2')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(rollOut('2.4.2')).toHaveAccessibleDescription(reason);
  for (const free of ['2.5.0-beta', '3.0.0']) await expect.element(rollOut(free)).not.toHaveAttribute('aria-disabled');
  await rollOut('2.4.2').click({ force: true });
  await expect.element(screen.getByText(reason)).toBeInTheDocument();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await takeShot('firmware-blocked-light-1440');
  expect(await axeFindings()).toEqual([]);
  await page.viewport(390, 2_600);
  const card = screen.getByRole('list', { name: 'Firmware files' }).getByRole('listitem').first();
  await expect.element(card.getByText(reason)).toBeVisible();
  await takeShot('firmware-blocked-light-390');

  await screen.getByRole('button', { name: 'Stop…' }).click();
  await screen.getByRole('button', { name: 'Stop rollout' }).click();
  await expect.element(rollOut('2.4.2')).not.toHaveAttribute('aria-disabled');
  await rollOut('2.4.2').click();
  await expect.element(screen.getByRole('dialog', { name: 'Roll out firmware 2.4.2' })).toBeVisible();
});

test('Roll out and Publish are disabled and say why when the release has expired [FWM-03]', async () => {
  await page.viewport(390, 1_400);
  const past = { expiresAt: new Date(Date.now() - 1_000).toISOString() };
  const releases = [aRelease('2.4.2', past), aRelease('2.4.3', { ...past, state: 'draft' })];
  const { screen } = await open({ releases }, 'light');
  const reason = texts.list.signatureExpired;
  const rollOut = screen.getByRole('button', { name: 'Roll out…' });
  await expect.element(rollOut).toHaveAccessibleDescription(reason);
  const cards = screen.getByRole('list', { name: 'Firmware files' }).getByRole('listitem');
  await expect.element(cards.nth(0).getByText(reason)).toBeVisible();
  await rollOut.click({ force: true });
  const publish = screen.getByRole('button', { name: 'Publish…' });
  await expect.element(publish).toHaveAccessibleDescription(texts.list.manifestExpired);
  await expect.element(cards.nth(1).getByText(texts.list.manifestExpired)).toBeVisible();
  await publish.click({ force: true });
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a double press pauses a rollout once [FWM-03]', async () => {
  const { screen, server } = await open({ rollouts: [aRollout()] }, 'light');
  const rollout = screen.getByRole('region', { name: 'Rollout of 2.4.0' });
  const release = server.hold(steerRollout);
  await rollout.getByRole('button', { name: 'Pause' }).dblClick();
  release();
  await expect.element(rollout.getByRole('button', { name: 'Resume' })).toBeVisible();
  expect(server.calls(steerRollout)).toHaveLength(1);
});

test('the focus stays with the rollout when its last failures are tried again [FWM-03]', async () => {
  const { screen, server, world } = await open({ rollouts: [aRollout()] }, 'light');
  const rollout = screen.getByRole('region', { name: 'Rollout of 2.4.0' });
  const again = rollout.getByRole('button', { name: rolloutTexts.retry });
  await expect.element(again).toBeVisible();
  server.on(steerRollout, () => {
    for (const ring of world.rollouts[0]!.rings) ring.failed = 0;
    return world.rollouts[0]!;
  });
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(again).not.toBeInTheDocument();
  expect(rollout.element().contains(document.activeElement)).toBe(true);
});

test('on a phone staff retry a failed list, see cards, and make a token on the page of a device [FWM-01]', async () => {
  await page.viewport(390, 2_000);
  const { screen, server, history, world } = await open({ rollouts: [aRollout()] }, 'dark', (refusing) => {
    refusing.on(listReleases, () => refuse('too_many_requests', 'Too many requests.'));
  });
  await expect.element(screen.getByText('Failed to load firmware files. Too many requests.')).toBeVisible();
  serveFirmware(server, world);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No firmware files uploaded yet')).toBeVisible();
  await expect.element(screen.getByText(`Logged in as ${priya.email}`)).toBeVisible();
  await takeShot('firmware-running-dark-390');
  expect(await axeFindings()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);

  history.push('/support/devices/Trace_51A0');
  const card = screen.getByRole('region', { name: 'Firmware' });
  await card.getByRole('combobox', { name: 'Channel' }).selectOptions('Beta');
  await expect.element(screen.getByText('Channel changed to Beta')).toBeInTheDocument();
  expect(server.calls(setDeviceChannel)[0]?.body).toEqual({ channel: 'beta' });
  await card.getByRole('button', { name: 'Make token' }).click();
  const token = screen.getByRole('dialog', { name: 'Token for updates over HTTP' });
  await expect.element(token.getByText('fw_x7Jm2')).toBeVisible();
  await takeShot('firmware-token-dark-390');
  await token.getByRole('button', { name: 'Close' }).click();
  await expect.element(card.getByText(/^Made /)).toBeVisible();
  await takeShot('firmware-device-dark-390');
  expect(await axeFindings()).toEqual([]);
  await card.getByRole('button', { name: 'End token' }).click();
  await screen.getByRole('dialog', { name: 'End the token?' }).getByRole('button', { name: 'End token' }).click();
  await expect.element(card.getByText('None')).toBeVisible();
  expect(server.calls(makeDeviceToken)).toHaveLength(1);
});
