import { beforeEach, expect, test } from 'vitest';
import { addToast, dismissToast, shownToasts } from './toast-list.ts';

beforeEach(() => {
  for (const { id } of shownToasts.get()) dismissToast(id);
});

const texts = () => shownToasts.get().map(({ text }) => text);

test('a toast replaces the toast about the same device and subject, in its place [UDASH-12]', () => {
  addToast({ tone: 'info', text: 'Boat is asleep', about: 'ping Trace_1' });
  addToast({ tone: 'done', about: 'profile', text: 'Changes saved' });
  addToast({ tone: 'failed', text: 'Boat could not be reached', about: 'ping Trace_1' });
  expect(texts()).toEqual(['Boat could not be reached', 'Changes saved']);
});

test('toasts about two devices are shown together [UDASH-12]', () => {
  addToast({ tone: 'info', text: 'Boat is asleep', about: 'ping Trace_1' });
  addToast({ tone: 'info', text: 'Caravan is asleep', about: 'ping Trace_2' });
  expect(texts()).toEqual(['Boat is asleep', 'Caravan is asleep']);
});

test('a success replaces the failure about the same subject without a device [UDASH-12]', () => {
  addToast({ tone: 'failed', about: 'sign-in', title: 'Error', text: 'Incorrect email or password' });
  addToast({ tone: 'done', about: 'sign-in', text: 'Signed in' });
  expect(texts()).toEqual(['Signed in']);
});

test('the fourth toast takes the place of the oldest', () => {
  for (const text of ['one', 'two', 'three', 'four']) addToast({ tone: 'info', about: text, text });
  expect(texts()).toEqual(['two', 'three', 'four']);
});
