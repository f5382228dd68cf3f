/** The tests sign in thousands of users, and their passwords face no attackers. */
export const cheapPasswords = { memory: 64, passes: 1, parallelism: 1 } as const;
