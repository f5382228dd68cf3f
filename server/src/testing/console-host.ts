// A process that runs the commands of a console script one after another, with the script's imports loaded once.
// Starting a process and loading the imports takes ten times as long as most commands.

let runs = 0;

process.on('message', ({ script, args }: { script: string; args: string[] }) => void run(script, args));

async function run(script: string, args: string[]): Promise<void> {
  runs += 1;
  process.argv = [process.execPath, script, ...args];
  process.exitCode = 0;
  try {
    // With another query Node evaluates the script again, but not the script's imports.
    await import(`${script}?run=${runs}`);
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  }
  // Node writes to a pipe synchronously on Linux, so the output ends before these marks.
  process.stdout.write('\0');
  process.stderr.write(`\0${process.exitCode}\0`);
}
