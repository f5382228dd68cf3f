import { createElement, type SyntheticEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFields } from './fields.ts';

type Fields = ReturnType<typeof useFields<{ name: string }>>;

const press = { preventDefault: () => undefined } as SyntheticEvent<HTMLFormElement>;

function Form({ onRender }: { onRender: (fields: Fields) => void }) {
  onRender(useFields({ initialValues: { name: 'Boat' }, validate: {} }));
  return null;
}

/** Renders the hook once. Without a page, no later render can stop the second press. */
function renderFields(): Fields {
  let fields!: Fields;
  renderToString(createElement(Form, { onRender: (rendered) => (fields = rendered) }));
  return fields;
}

test('useFields sends once when a form is submitted twice in one turn', async () => {
  const sent: string[] = [];
  let answer!: () => void;
  const submit = renderFields().submit(({ name }) => {
    sent.push(name);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  submit(press);
  submit(press);
  expect(sent).toEqual(['Boat']);
  answer();
  await Promise.resolve();
  submit(press);
  expect(sent).toEqual(['Boat', 'Boat']);
});

test('useFields accepts no function that returns no promise', () => {
  // @ts-expect-error A form that does not wait for its request would send twice on a double click.
  expect(renderFields().submit(() => undefined)).toBeTypeOf('function');
});
