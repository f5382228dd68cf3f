/** A reason why the server cannot start that the operator can mend. The message says what to do. */
export class StartProblem extends Error {}
