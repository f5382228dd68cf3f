import axe from 'axe-core';
import { settled } from './settled.ts';

/** Returns the axe violations of the current page, a line per violation. Tests expect an empty list. */
export async function axeFindings(root: Element = document.body): Promise<string[]> {
  await settled();
  const { violations } = await axe.run(root, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Passed and undecided checks need no selectors and no HTML of their elements.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}
