import {
  createCompany,
  deleteCompany,
  getOwnCompany,
  updateCompany,
  uploadLogo,
} from '@trace/contract/companies/companies.api';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { logoRules } from '@trace/contract/companies/companies.rules';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { chooseFiles } from '#testing/choose-files.ts';
import { nobodysCompany, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';
import { workingLogoId } from '#testing/logo-pictures.ts';

type Screen = Awaited<ReturnType<typeof openPortal>>['screen'];

const open = (companies = nobodysCompany()) => openPortal('/installer/company', { world: { person: sam, companies } });

const logoFile = (type = 'image/png', sizeBytes = 400) => new File([new Uint8Array(sizeBytes)], 'logo', { type });

/** The button opens the browser's file dialog. The test uses the file input behind the button. */
function chooseLogo(file: File): void {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('The form takes no file.');
  chooseFiles(input, file);
}

const labels = {
  name: 'Company name',
  email: 'Email',
  phone: 'Phone',
  website: 'Website',
  abnAcn: 'ABN/ACN',
  address: 'Address',
} as const;

type Field = keyof typeof labels;

const field = (screen: Screen, name: Field) => screen.getByRole('textbox', { name: labels[name] });

async function fillCreate(screen: Screen): Promise<void> {
  await field(screen, 'name').fill('Coast Security');
  await field(screen, 'email').fill('Help@Coast.example');
}

test('the button is disabled and says why while name or email is missing [COMP-02]', async () => {
  const { screen } = await open();
  const button = screen.getByRole('button', { name: 'Create company' });
  await expect.element(button).toBeDisabled();
  await expect.element(button).toHaveAccessibleDescription('Enter the name of the company.');
  await field(screen, 'name').fill('Coast Security');
  await field(screen, 'email').fill('   ');
  await expect.element(button).toHaveAccessibleDescription("Enter the company's email address.");
  await field(screen, 'email').fill('help@coast.example');
  await expect.element(button).toBeEnabled();
});

test("creating a company without a logo shows 'Company logo is required' [COMP-02]", async () => {
  const { screen, server } = await open();
  await fillCreate(screen);
  await screen.getByRole('button', { name: 'Create company' }).click();
  await expect.element(screen.getByText('Company logo is required')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose a logo' })).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  expect(server.calls(createCompany)).toEqual([]);
});

test.each([
  ['a text', logoFile('text/plain'), 'Please select an image file'],
  ['a drawing with scripts', logoFile('image/svg+xml'), 'Please select an image file'],
  ['5 MB', logoFile('image/png', logoRules.tooBigBytes), 'Image size must be less than 5MB'],
])('refuses %s as a logo before sending [COMP-02]', async (_what, file, words) => {
  const { screen, server } = await open();
  await expect.element(screen.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
  chooseLogo(file);
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(server.calls(uploadLogo)).toEqual([]);
});

test('uploads a chosen logo at once with progress, and saves the logo with the new company [COMP-02] [COMP-03]', async () => {
  const { screen, server } = await open();
  await fillCreate(screen);
  let letArrive = (): void => undefined;
  server.on(uploadLogo, async () => {
    await new Promise<void>((resolve) => (letArrive = resolve));
    return { logoId: workingLogoId };
  });
  chooseLogo(logoFile());
  await expect.element(screen.getByText('Uploading, 40%')).toBeVisible();
  await screen.getByRole('button', { name: 'Create company' }).click();
  await expect.element(screen.getByText('The logo is still uploading. Save once the upload finishes.')).toBeVisible();
  letArrive();
  await expect.element(screen.getByText('Ready to save')).toBeVisible();
  await expect.element(screen.getByText(/^The logo is still uploading\. Save once the/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Create company' }).click();
  await expect.element(screen.getByText('Company created successfully!')).toBeVisible();
  await expect.element(screen.getByText('You are the owner of Coast Security')).toBeVisible();
  expect(server.calls(createCompany).map(({ body }) => body)).toEqual([
    {
      name: 'Coast Security',
      email: 'help@coast.example',
      phone: null,
      website: null,
      abnAcn: null,
      address: null,
      logoId: workingLogoId,
    },
  ]);
});

test('accepts a logo dropped on its field [COMP-02]', async () => {
  const { screen, server } = await open();
  const place = screen.getByRole('group', { name: 'Company logo' });
  await expect.element(place).toBeVisible();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(logoFile('image/jpeg'));
  place.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(screen.getByText('Ready to save')).toBeVisible();
  expect(server.calls(uploadLogo)).toHaveLength(1);
});

test.each([
  ['internal', 'Refused.', 'Failed to upload logo'],
  ['invalid_input', 'Please select an image file', 'Please select an image file'],
  ['payload_too_large', 'Image size must be less than 5MB', 'Image size must be less than 5MB'],
] as const)(
  'an upload that the server refuses (%s) shows the reason at the logo [COMP-02] [COMP-03]',
  async (code, message, words) => {
    const { screen, server } = await open();
    server.on(uploadLogo, () => refuse(code, message));
    await expect.element(screen.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
    chooseLogo(logoFile());
    await expect.element(screen.getByText(words)).toBeVisible();
  },
);

const turned = '\u202Egnp.exe';
const bad: [field: Field, input: string, words: string][] = [
  ['name', turned, 'The name contains a hidden character. Type it again instead of pasting it.'],
  ['email', 'not an address', 'Enter an email address, such as name@example.com.'],
  ['email', 'a@b', 'Enter an email address, such as name@example.com.'],
  ['phone', 'call me 🙂', 'Use only digits, spaces and + ( ) - . in the phone number.'],
  ['phone', '123', 'Use only digits, spaces and + ( ) - . in the phone number.'],
  ['website', 'javascript:alert(1)', 'Start the website address with http:// or https://.'],
  ['website', 'ftp://coast.example', 'Start the website address with http:// or https://.'],
  ['website', 'coast.example', 'Start the website address with http:// or https://.'],
  ['website', 'https://me:secret@coast.example', 'Start the website address with http:// or https://.'],
  ['abnAcn', '51 824 753 557', 'This is not a valid ABN (11 digits) or ACN (9 digits). Check for typing errors.'],
  ['abnAcn', '004 085 617', 'This is not a valid ABN (11 digits) or ACN (9 digits). Check for typing errors.'],
  ['abnAcn', '٥١٨٢٤٧٥٣٥٥٦', 'This is not a valid ABN (11 digits) or ACN (9 digits). Check for typing errors.'],
  [
    'address',
    `1 Wharf Road ${turned}`,
    'The address contains a hidden character. Type it again instead of pasting it.',
  ],
];

test('an invalid value shows an error at its focused field and is not sent [COMP-02]', async () => {
  const { screen, server } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await expect.element(field(screen, 'name')).toHaveFocus();
  for (const [name, input, words] of bad) {
    const before = (field(screen, name).element() as HTMLInputElement).value;
    await field(screen, name).fill(input);
    await screen.getByRole('button', { name: 'Save details' }).click();
    await expect.element(field(screen, name)).toHaveFocus();
    await expect.element(field(screen, name)).toHaveAccessibleDescription(expect.stringContaining(words));
    await field(screen, name).fill(before);
  }
  expect(server.calls(updateCompany)).toEqual([]);
});

test("saves cleared fields and non-Latin text unchanged with 'Company details updated successfully!' [COMP-03]", async () => {
  const { screen, server } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'name').fill('  אבטחת הנמל 🚨 ');
  await field(screen, 'website').fill('');
  await field(screen, 'abnAcn').fill('004 085 616');
  await screen.getByRole('button', { name: 'Save details' }).click();
  await expect.element(screen.getByText('Company details updated successfully!')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'אבטחת הנמל 🚨' })).toBeVisible();
  await expect.element(screen.getByText('004 085 616')).toBeVisible();
  await expect.element(screen.getByText('Not provided')).toBeVisible();
  expect(server.calls(updateCompany)[0]?.body).toMatchObject({
    name: 'אבטחת הנמל 🚨',
    website: null,
    abnAcn: '004 085 616',
    logoId: null,
  });
});

test('a server refusal is shown at the field that it names [COMP-02]', async () => {
  const { screen, server } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  for (const name of Object.keys(labels) as Field[]) {
    const words = `The server does not want this ${name}.`;
    server.on(updateCompany, () => refuse('invalid_input', words, `body.${name}`));
    await screen.getByRole('button', { name: 'Save details' }).click();
    await expect.element(field(screen, name)).toHaveAccessibleDescription(expect.stringContaining(words));
    await expect.element(field(screen, name)).toHaveFocus();
  }
});

test('asks for a new logo when the uploaded logo has expired on the server [COMP-02]', async () => {
  const { screen, server } = await open();
  server.on(createCompany, () => refuse('gone', 'The uploaded logo has expired. Choose it again.', 'body.logoId'));
  await fillCreate(screen);
  chooseLogo(logoFile());
  await expect.element(screen.getByText('Ready to save')).toBeVisible();
  await screen.getByRole('button', { name: 'Create company' }).click();
  await expect.element(screen.getByText('The uploaded logo has expired. Choose it again.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Choose a logo' })).toHaveFocus();
});

test("a refused creation shows 'Failed to create company: ...' with the reason [COMP-03]", async () => {
  const { screen, server } = await open();
  server.on(createCompany, () => refuse('conflict', 'You already belong to a company. Leave it first.'));
  await fillCreate(screen);
  chooseLogo(logoFile());
  await expect.element(screen.getByText('Ready to save')).toBeVisible();
  await screen.getByRole('button', { name: 'Create company' }).click();
  const words = 'Failed to create company: You already belong to a company. Leave it first.';
  await expect.element(screen.getByText(words)).toBeVisible();
});

test("a failed save shows 'Failed to save company details' and keeps the typed text [COMP-03]", async () => {
  const { screen, server } = await open(samsCompany());
  server.on(updateCompany, () => refuse('internal'));
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'name').fill('Harbour Alarms & Sons');
  await screen.getByRole('button', { name: 'Save details' }).click();
  await expect.element(screen.getByText('Failed to save company details')).toBeVisible();
  await expect.element(field(screen, 'name')).toHaveValue('Harbour Alarms & Sons');
});

test('deletion names the affected devices and members and requires the typed company name [COMP-06]', async () => {
  const { screen, server } = await open(samsCompany());
  await expect
    .element(
      screen.getByText(
        'Deleting the company removes all members. Users keep their devices: 48 devices will no longer belong to a company. Devices of former employees will become yours.',
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Delete company' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Delete Harbour Alarms?' });
  await expect
    .element(
      dialog.getByText(
        /48 devices will no longer belong to a company\. Users keep their devices\. 3 people will be removed/,
      ),
    )
    .toBeVisible();
  const typed = dialog.getByRole('textbox', { name: 'Type Harbour Alarms to confirm' });
  await expect.element(typed).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  const button = dialog.getByRole('button', { name: 'Delete company' });
  await expect.element(button).toBeDisabled();
  await typed.fill('harbour alarms');
  await expect.element(button).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(server.calls(deleteCompany)).toEqual([]);
  await typed.fill('Harbour Alarms');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Company deleted successfully!')).toBeVisible();
  await expect.element(screen.getByText('Create your company')).toBeVisible();
});

test('a refused deletion shows "You don\'t have permission to delete this company" [COMP-03] [COMP-05]', async () => {
  const { screen, server } = await open(samsCompany());
  server.on(deleteCompany, () => refuse('forbidden', "You don't have permission to delete this company"));
  await screen.getByRole('button', { name: 'Delete company' }).click();
  await screen.getByRole('textbox', { name: 'Type Harbour Alarms to confirm' }).fill('Harbour Alarms');
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete company' }).click();
  await expect.element(screen.getByText("You don't have permission to delete this company")).toBeVisible();
});

test('saving keeps a field that another tab changed meanwhile and this form did not [COMP-01]', async () => {
  const { screen, server, world } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'address').fill('1 Quay Street');
  const own = world.companies.own!;
  if (own.relation !== 'owner') throw new Error('Sam owns the company.');
  world.companies.own = { ...own, company: { ...own.company, phone: '+61 2 5550 9999' } };
  const reads = server.calls(getOwnCompany).length;
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  server.stream.push(companyChangedEvent, {}, '1');
  await expect.poll(() => server.calls(getOwnCompany).length).toBeGreaterThan(reads);
  await screen.getByRole('button', { name: 'Save details' }).click();
  await expect.poll(() => server.calls(updateCompany)).toHaveLength(1);
  expect(server.calls(updateCompany)[0]!.body).toMatchObject({ address: '1 Quay Street', phone: '+61 2 5550 9999' });
});

test('typed details stay while another tab of the page is open [COMP-01]', async () => {
  const { screen } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'address').fill('1 Quay Street');
  await screen.getByRole('tab', { name: 'Employees' }).click();
  await expect.element(screen.getByRole('table', { name: 'Employees' })).toBeVisible();
  await screen.getByRole('tab', { name: 'Company Details' }).click();
  await expect.element(field(screen, 'address')).toHaveValue('1 Quay Street');
});

test('a link to another page asks before typed details are lost [COMP-01]', async () => {
  const { screen, history } = await open(samsCompany());
  const link = screen.getByRole('link', { name: 'Devices' }).first();
  const question = screen.getByRole('dialog', { name: 'Discard your text?' });
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'address').fill('1 Quay Street');
  await link.click();
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(history.location.pathname).toBe('/installer/company');
  await expect.element(field(screen, 'address')).toHaveValue('1 Quay Street');
  await link.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => history.location.pathname).toBe('/installer/devices');
});

test('signing out leaves typed details without a question [COMP-01]', async () => {
  const { screen, history } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Edit details' }).click();
  await field(screen, 'address').fill('1 Quay Street');
  await screen.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => history.location.pathname).toBe('/');
});

test('a double click deletes a company once [COMP-06]', async () => {
  const { screen, server } = await open(samsCompany());
  await screen.getByRole('button', { name: 'Delete company' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Harbour Alarms');
  const remove = dialog.getByRole('button', { name: 'Delete company' }).element() as HTMLButtonElement;
  remove.click();
  await Promise.resolve();
  remove.click();
  await expect.element(screen.getByText('Company deleted successfully!')).toBeVisible();
  expect(server.calls(deleteCompany)).toHaveLength(1);
});
