const AT_ONCE = 50;

/** Works on the numbers from 1 to `count`, fifty at a time. */
export async function inGroups<Result>(count: number, work: (number: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let first = 1; first <= count; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - first + 1);
    results.push(...(await Promise.all(Array.from({ length: size }, (_, index) => work(first + index)))));
  }
  return results;
}
