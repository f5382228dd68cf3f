/** The lines of PostgreSQL that name a cause, without its progress messages. In a single line, for a sentence. */
export function causeIn(output: string): string {
  const causes = output.match(/^.*(?:FATAL|PANIC|error):.*$/gm)?.map((line) => line.trim()) ?? [];
  return causes.length > 0 ? causes.join(' ') : output.trim().replaceAll('\n', ' ');
}
