import { axeFindings } from '#testing/axe.ts';
import { mount } from '#testing/mount.tsx';
import { takeShot } from '#testing/shot.ts';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

function Asking({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <main>
      <Button onClick={() => setIsOpen(true)}>Remove</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Remove Work ute?"
        confirmLabel="Remove device"
        onConfirm={onConfirm}
        onClose={() => setIsOpen(false)}
      >
        Its locations and its history are deleted.
      </ConfirmDialog>
    </main>
  );
}

test('a destructive dialog starts on Cancel, closes by Escape and restores the focus', async () => {
  await page.viewport(1_440, 900);
  const onConfirm = vi.fn();
  await mount(<Asking onConfirm={onConfirm} />);
  await userEvent.click(page.getByRole('button', { name: 'Remove' }));
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Remove Work ute?');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await takeShot('confirm-dialog');
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Remove' })).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
});

function Writing({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen title="Create Ticket" onClose={onClose}>
      <TextInput label="Email" />
      <TextInput label="Subject" />
      <Textarea label="Description" />
    </Dialog>
  );
}

test('a dialog asks before Escape discards written text, but not a single line', async () => {
  const onClose = vi.fn();
  const screen = await mount(<Writing onClose={onClose} />);
  await screen.getByLabelText('Email').fill('mia@post.example');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await screen.getByLabelText('Subject').fill('Silent');
  await userEvent.keyboard('{Escape}');
  const question = screen.getByRole('dialog', { name: 'Discard your text?' });
  await expect.element(question.getByRole('button', { name: 'Keep writing' })).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('Subject')).toHaveFocus();
  await screen.getByLabelText('Subject').fill('');
  await screen.getByLabelText('Description').fill('Since Monday.');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await question.getByRole('button', { name: 'Discard' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test.each([true, false])(
  'a tall dialog keeps its buttons in view when its content scrolls, isTall: %s',
  async (isTall) => {
    await page.viewport(390, 640);
    const screen = await mount(
      <Dialog isOpen isTall={isTall} title="Upgrade" onClose={() => undefined}>
        <form>
          <div style={{ height: 900 }} />
          <p>The last line</p>
          <DialogActions>
            <Button>Subscribe</Button>
          </DialogActions>
        </form>
      </Dialog>,
    );
    const button = screen.getByRole('button', { name: 'Subscribe' });
    const lastLine = screen.getByText('The last line');
    await expect.element(button).toBeInViewport({ ratio: 1 });
    await expect.element(lastLine).not.toBeInViewport();
    lastLine.element().scrollIntoView();
    await expect.element(lastLine).toBeInViewport({ ratio: 1 });
    await expect.poll(() => doOverlap(boxOf(lastLine), boxOf(button))).toBe(false);
    expect(await axeFindings()).toEqual([]);
  },
);

const boxOf = (shown: Locator) => shown.element().getBoundingClientRect();
const doOverlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
