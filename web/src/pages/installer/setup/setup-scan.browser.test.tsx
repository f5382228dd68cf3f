import { labelText } from '@trace/contract/devices/registration/devices.registration.rules';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { drawLabel, failingCamera, fakeCamera, pictureOf } from '#testing/fake-camera.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { plainSetup } from '#testing/fake-server/devices/fake-server-setup.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const CODE = 'K7QM22D9FABBBBBCCCCC';
const label = drawLabel(labelText('Trace_7C04', CODE));
const foreign = drawLabel('https://example.org/?a=b');

const open = (person = sam) =>
  openPortal('/installer/setup', { world: { person, companies: samsCompany(), setup: plainSetup() } });

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const field = (screen: Screen, name: string) => screen.getByRole('textbox', { name, exact: true });

async function openScan(screen: Screen) {
  await screen.getByRole('button', { name: 'Scan label' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Scan the label' });
  await expect.element(dialog.getByLabelText('Camera view')).toBeVisible();
  return dialog;
}

async function expectScanned(screen: Screen): Promise<void> {
  await expect.element(screen.getByText('Verified')).toBeVisible();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_7C04');
  await expect.element(field(screen, 'Claim code')).toHaveValue(CODE);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
}

/** Chooses a file in the scan dialog, as a person does after "Use a picture". */
async function choosePicture(file: File): Promise<void> {
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);
}

test('reads a label in a browser without BarcodeDetector, and then turns the camera off [REG-13] [REG-09]', async () => {
  const camera = fakeCamera();
  const { screen } = await open();
  const dialog = await openScan(screen);
  await expect.poll(() => camera.isOn).toBe(true);
  camera.show(foreign);
  await expect.element(dialog.getByText('This QR code is not a device label.')).toBeVisible();
  expect(await axeFindings(dialog.element())).toEqual([]);
  camera.show(label);
  await expectScanned(screen);
  expect(camera.isOn).toBe(false);
});

test('reads a label with BarcodeDetector, and with the library when BarcodeDetector fails [REG-13]', async () => {
  const camera = fakeCamera();
  const detect = vi.fn(() => Promise.resolve([{ rawValue: labelText('Trace_7C04', CODE) }]));
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(['qr_code']);
      detect = detect;
    },
  );
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Scan label' }).click();
  await expectScanned(screen);
  await screen.getByRole('button', { name: 'Start over' }).click();
  detect.mockRejectedValue(new DOMException('No service.', 'NotSupportedError'));
  camera.show(label);
  await screen.getByRole('button', { name: 'Scan label' }).click();
  await expectScanned(screen);
  expect(detect).toHaveBeenCalledTimes(2);
});

test('turns the camera off while the page is hidden and when the dialog closes [REG-13]', async () => {
  const camera = fakeCamera();
  const { screen } = await open();
  const dialog = await openScan(screen);
  await expect.poll(() => camera.isOn).toBe(true);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  onTestFinished(() => visibility.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => camera.isOn).toBe(false);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => camera.isOn).toBe(true);
  camera.drop();
  await expect.element(dialog.getByText(/^The camera could not be started\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => camera.isOn).toBe(false);
});

test.each([
  ['NotAllowedError', /^Camera access is blocked\. Allow it in the browser settings, use a picture/],
  ['NotFoundError', /^This browser found no camera\. Use a picture/],
  ['NotReadableError', /^The camera could not be started\. Close other apps/],
])('after %s says what to do and reads a picture instead [REG-13]', async (name, words) => {
  failingCamera(name);
  const { screen } = await open();
  const dialog = await openScan(screen);
  await expect.element(dialog.getByRole('alert').getByText(words)).toBeVisible();
  await choosePicture(await pictureOf(label));
  await expectScanned(screen);
});

test('says why a picture cannot be read and leaves the form as it is [REG-13]', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: undefined } }));
  onTestFinished(() => void vi.unstubAllGlobals());
  // The draft of an earlier test can be stored after that test has ended, and belongs to its person.
  const { screen } = await open({ ...sam, id: '6f1c2a52-7c3a-4d0e-9f5e-0a1b2c3d4e5f' });
  const dialog = await openScan(screen);
  await expect.element(dialog.getByText(/^The camera works only at an https address\./)).toBeVisible();
  const empty = document.createElement('canvas');
  empty.width = 640;
  empty.height = 480;
  await choosePicture(await pictureOf(empty));
  await expect.element(dialog.getByText(/^No QR code was found in this picture\./)).toBeVisible();
  await choosePicture(new File(['not a picture'], 'label.jpg', { type: 'image/jpeg' }));
  await expect.element(dialog.getByText(/^This file is not a picture that the browser can read\./)).toBeVisible();
  await choosePicture(await pictureOf(foreign));
  await expect.element(dialog.getByText('This QR code is not a device label.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(field(screen, 'Serial number')).toHaveValue('Trace_');
});
