/**
 * Groups questions: those asked while a call of `run` is under way wait, and go together into the next call. The busier
 * the server, the fewer calls, and a single question never waits. Each answer is read after its question was asked.
 * `run` answers in the order of its inputs. A failure reaches each asker of that call.
 */
export function createGroupedCall<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Input[] = [];
  let next: Promise<readonly Output[]> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();

  const begin = (): Promise<readonly Output[]> => {
    const inputs = waiting;
    waiting = [];
    next = undefined;
    return run(inputs);
  };

  return async (input) => {
    const place = waiting.push(input) - 1;
    if (next === undefined) {
      next = underWay.then(begin);
      underWay = next.catch(() => {});
    }
    const outputs = await next;
    return outputs[place]!;
  };
}
