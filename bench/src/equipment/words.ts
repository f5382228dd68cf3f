/**
 * Reads the words of a command. `--help` prints how to use the command, a mistake prints itself too. Both end the
 * process.
 */
export function readWords<Words>(usage: string, read: () => Words): Words {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
