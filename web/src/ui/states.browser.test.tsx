import { mount } from '#testing/mount.tsx';
import { MoreButton } from './data/table/more-button.tsx';
import { SearchField } from './controls/search-field.tsx';
import { SegmentedControl, Switch, Tabs, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
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

test('a switch and its state are visible in forced colours', async () => {
  await forceColours();
  const screen = await mount(
    <main>
      <Switch label="On" defaultChecked />
      <Switch label="Off" />
    </main>,
  );
  await expect.element(screen.getByRole('switch', { name: 'On' })).toBeInTheDocument();
  const [on, off] = [...document.querySelectorAll('.mantine-Switch-thumb')].map((thumb) => styleOf(thumb));
  expect(styleOf(document.querySelector('.mantine-Switch-track')!).borderStyle).toBe('solid');
  expect(on!.backgroundColor).not.toBe(off!.backgroundColor);
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

/** A list of two pages, whose second page fails at the first try. */
function Rows() {
  const [pages, setPages] = useState(1);
  const [tries, setTries] = useState(0);
  const [isFetchingNextPage, setIsFetching] = useState(false);
  const fetchNextPage = async () => {
    setIsFetching(true);
    await new Promise((resolve) => setTimeout(resolve, 10));
    setIsFetching(false);
    setTries(tries + 1);
    if (tries > 0) setPages(2);
    return { isFetchNextPageError: tries === 0, error: new Error('No answer') };
  };
  return (
    <main>
      <a href="#1">Row 1</a>
      {pages > 1 && <a href="#2">Row 2</a>}
      <MoreButton query={{ hasNextPage: pages < 2, isFetchingNextPage, fetchNextPage }} label="Show more" />
      <a href="#end">End</a>
    </main>
  );
}

test('the last page of a list gives the focus to its first row, and a page that fails is announced', async () => {
  const screen = await mount(<Rows />);
  const more = screen.getByRole('button', { name: 'Show more' });
  await expect.element(more).toBeVisible();
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('link', { name: 'Row 2' })).toHaveFocus();
});

/** A search in an address, which a link changes as well. */
function Addressed({ onSearch }: { onSearch: (text: string) => void }) {
  const [text, setText] = useState('ute');
  const search = (next: string) => {
    onSearch(next);
    // The address changes after the next letter.
    setTimeout(() => setText(next), 150);
  };
  return (
    <main>
      <SearchField label="Search" maxLength={100} text={text} onSearch={search} />
      <button type="button" onClick={() => setText('')}>
        All
      </button>
    </main>
  );
}

test('a search field follows its address, and keeps what is typed while its own search arrives', async () => {
  const onSearch = vi.fn();
  const screen = await mount(<Addressed onSearch={onSearch} />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await expect.element(field).toHaveValue('ute');
  await screen.getByRole('button', { name: 'All' }).click();
  await expect.element(field).toHaveValue('');
  await field.fill('boa');
  await expect.poll(() => onSearch.mock.calls).toEqual([['boa']]);
  await userEvent.keyboard('t');
  await expect.poll(() => onSearch.mock.calls.at(-1)).toEqual(['boat']);
  expect(onSearch).toHaveBeenCalledTimes(2);
  await expect.element(field).toHaveValue('boat');
});
