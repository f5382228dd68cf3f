// Users with a stream in another process, by process.

export type RemoteAccounts = ReturnType<typeof createRemoteAccounts>;

export function createRemoteAccounts() {
  const byProcess = new Map<string, Set<string>>();
  return {
    add(process: string, accountIds: readonly string[]): void {
      const known = byProcess.get(process) ?? new Set();
      byProcess.set(process, known);
      for (const id of accountIds) known.add(id);
    },
    remove(process: string, accountIds: readonly string[]): void {
      for (const id of accountIds) byProcess.get(process)?.delete(id);
    },
    forget: (process: string): void => void byProcess.delete(process),
    has: (accountId: string): boolean => [...byProcess.values()].some((accounts) => accounts.has(accountId)),
    isEmpty: (): boolean => byProcess.size === 0,
    all: (): string[] => [...byProcess.values()].flatMap((accounts) => [...accounts]),
    /** The processes in which any of these users have a stream, each with these users. */
    processesWith(accountIds: Iterable<string>): Map<string, string[]> {
      const found = new Map<string, string[]>();
      for (const id of accountIds)
        for (const [process, accounts] of byProcess)
          if (accounts.has(id)) found.set(process, [...(found.get(process) ?? []), id]);
      return found;
    },
  };
}
