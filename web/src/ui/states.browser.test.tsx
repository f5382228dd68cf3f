import { mount } from '#testing/mount.tsx';
import { SegmentedControl, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { expect, onTestFinished, test } from 'vitest';
import { cdp, userEvent, type Locator } from 'vitest/browser';

async function forceColours(): Promise<void> {
  const browser = cdp() as { send(method: string, given: object): Promise<unknown> };
  const emulate = (value: string) =>
    browser.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await emulate('active');
  onTestFinished(() => void emulate('none'));
}

const styleOf = (place: Locator | Element) => getComputedStyle(place instanceof Element ? place : place.element());

/** Colours are left out, because forced colours replace them. */
function shapeOf(place: Locator) {
  const { outlineStyle, outlineWidth, borderBottomWidth } = styleOf(place);
  return [outlineStyle, outlineWidth, borderBottomWidth].join(' ');
}

test('a chosen element differs from its neighbours in forced colours', async () => {
  await forceColours();
  const screen = await mount(
    <main>
      <a href="#here" aria-current="page">
        Here
      </a>
      <a href="#there">There</a>
      <UnstyledButton aria-pressed="true">Pressed</UnstyledButton>
      <UnstyledButton aria-pressed="false">Loose</UnstyledButton>
      <div role="radio" aria-checked="true">
        Chosen
      </div>
      <div role="radio" aria-checked="false">
        Left
      </div>
      <Tabs defaultValue="open">
        <Tabs.List>
          <Tabs.Tab value="open">Open</Tabs.Tab>
          <Tabs.Tab value="closed">Closed</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <SegmentedControl data={['Light', 'Dark']} defaultValue="Light" />
    </main>,
  );
  await expect.element(screen.getByText('Here')).toBeVisible();
  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  const pairs: [Locator, Locator][] = [
    [screen.getByRole('link', { name: 'Here' }), screen.getByRole('link', { name: 'There' })],
    [screen.getByRole('button', { name: 'Pressed' }), screen.getByRole('button', { name: 'Loose' })],
    [screen.getByRole('radio', { name: 'Chosen' }), screen.getByRole('radio', { name: 'Left' })],
    [screen.getByRole('tab', { name: 'Open' }), screen.getByRole('tab', { name: 'Closed' })],
  ];
  for (const [chosen, other] of pairs) expect(shapeOf(chosen)).not.toBe(shapeOf(other));
  expect(styleOf(document.querySelector('.mantine-SegmentedControl-indicator')!).outlineStyle).toBe('solid');
});

test('the focus of the keyboard is a ring around a text field', async () => {
  const screen = await mount(<TextInput label="Name" />);
  const field = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toBeVisible();
  expect(styleOf(field).outlineStyle).toBe('none');
  await userEvent.keyboard('{Tab}');
  await expect.element(field).toHaveFocus();
  expect(styleOf(field)).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' });
});
