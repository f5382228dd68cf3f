export type FormValue = string | FormTree;
export interface FormTree {
  [name: string]: FormValue;
}

/** Parses `a[b][0]=c`, the format that the library writes. */
export function readForm(text: string): FormTree {
  const tree: FormTree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let place = tree;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      place = place[part] = typeof next === 'object' ? next : {};
    }
    place[path.at(-1)!] = value;
  }
  return tree;
}

export const textAt = (tree: FormTree, ...path: string[]): string | null => {
  let value: FormValue | undefined = tree;
  for (const part of path) value = typeof value === 'object' ? value[part] : undefined;
  return typeof value === 'string' ? value : null;
};

/** A flat part of the form, such as `metadata`. */
export function textsAt(tree: FormTree, ...path: string[]): Record<string, string> {
  let value: FormValue | undefined = tree;
  for (const part of path) value = typeof value === 'object' ? value[part] : undefined;
  const entries = Object.entries(typeof value === 'object' ? value : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
