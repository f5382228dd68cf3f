/** Thousands of people sign in during the tests, and nobody attacks their passwords. */
export const cheapPasswords = { memory: 64, passes: 1, parallelism: 1 } as const;
