'use strict';
// Loaded before a program that run.cjs starts. Such a program has a process group of its own, so it would outlive a
// start file that was killed without warning: when the channel to the start file breaks, it is asked to stop.

if (process.channel) {
  process.once('disconnect', function () {
    process.kill(process.pid, 'SIGTERM');
  });
  process.channel.unref();
}
