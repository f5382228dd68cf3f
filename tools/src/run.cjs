'use strict';
// Starts the product: `node tools/src/run.cjs demo|start|dev`. An old Node must be able to parse this file, because
// that is how it gets to say what is wrong: plain CommonJS, nothing newer than ES5.

var childProcess = require('child_process');
var fs = require('fs');
var os = require('os');
var path = require('path');

var ROOT = path.resolve(__dirname, '../..');
var LIFELINE = path.join(__dirname, 'lifeline.cjs');
var NEEDED_MAJOR = 24;
var SHIPPED_PLATFORMS = ['linux-x64', 'linux-arm64'];
/** Longer than the server takes to drain. A server that still runs afterwards is killed. */
var STOP_LIMIT_MS = 30000;
var FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

var MODES = {
  demo: { needsWeb: true, programs: [{ script: 'server/src/demo/demo.ts' }] },
  start: { needsWeb: true, programs: [{ script: 'server/src/main.ts' }] },
  dev: { needsWeb: false, programs: [{ script: 'server/src/main.ts', flags: ['--watch'] }, { vite: true }] },
};

function majorOf(version) {
  return parseInt(version.split('.')[0], 10);
}

/**
 * The Node that runs the product, as {path}, or what to do when there is none, as {problem}.
 * `here` is {version, execPath, platform ('linux-x64'), shipped (path of the Node from npm, or null)}.
 */
function findNode(here) {
  if (majorOf(here.version) >= NEEDED_MAJOR) return { path: here.execPath };
  if (here.shipped !== null) return { path: here.shipped };
  var have = 'Trace runs on Node ' + NEEDED_MAJOR + '; this is Node ' + here.version + '. ';
  if (SHIPPED_PLATFORMS.indexOf(here.platform) === -1) {
    return {
      problem:
        have +
        'npm brings Node for ' +
        SHIPPED_PLATFORMS.join(' and ') +
        ', not for ' +
        here.platform +
        ': install Node ' +
        NEEDED_MAJOR +
        ' from https://nodejs.org and try again.',
    };
  }
  return {
    problem:
      have +
      'The package node-' +
      here.platform +
      ' brings it, but is not installed: optional packages were ' +
      'left out. Run `npm ci --include=optional` and try again.',
  };
}

/**
 * The first package that package-lock.json lists and node_modules lacks, or null. Skips optional packages, which differ
 * by platform, and development packages unless `withDev`.
 */
function findMissingPackage(lock, withDev) {
  var packages = JSON.parse(fs.readFileSync(lock, 'utf8')).packages;
  for (var folder in packages) {
    var entry = packages[folder];
    if (entry.optional || entry.devOptional || (entry.dev && !withDev)) continue;
    if (!fs.existsSync(path.join(ROOT, folder))) return folder.split('node_modules/').pop();
  }
  return null;
}

/** What to do about packages that are not installed, or null. A copied node_modules often lacks those of a workspace. */
function packagesProblem(withDev) {
  var lock = path.join(ROOT, 'package-lock.json');
  if (!fs.existsSync(lock)) return null;
  var advice = ' Run `npm ci` in ' + ROOT + ' and try again.';
  if (!fs.existsSync(path.join(ROOT, 'node_modules'))) return 'The packages are not installed.' + advice;
  var missing = findMissingPackage(lock, withDev);
  return missing === null ? null : 'The installed packages are incomplete: ' + missing + ' is missing.' + advice;
}

function readHere() {
  var platform = os.platform() + '-' + os.arch();
  var shipped = path.join(ROOT, 'node_modules', 'node-' + platform, 'bin', 'node');
  return {
    version: process.versions.node,
    execPath: process.execPath,
    platform: platform,
    shipped: fs.existsSync(shipped) ? shipped : null,
  };
}

function commandOf(program, args) {
  if (program.vite) {
    var web = path.join(ROOT, 'web');
    var manifest = require.resolve('vite/package.json', { paths: [web] });
    return { cwd: web, args: ['--require', LIFELINE, path.join(path.dirname(manifest), 'bin/vite.js')] };
  }
  var flags = (program.flags || []).concat(['--require', LIFELINE]);
  return { cwd: ROOT, args: flags.concat([path.join(ROOT, program.script)], args) };
}

function environment(node) {
  var env = {};
  for (var name in process.env) env[name] = process.env[name];
  // Scripts of packages start with `#!/usr/bin/env node` and shall find this Node, not the machine's.
  env.PATH = path.dirname(node) + path.delimiter + (process.env.PATH || '');
  env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(ROOT, 'node_modules/.cache/compiled');
  return env;
}

/** Returns the time to stop in ms. The server serves on for STOP_DELAY_SEC, of the environment or of .env, before it drains. */
function stopLimitMs(env) {
  var file = path.join(ROOT, '.env');
  var line = fs.existsSync(file) ? /^\s*STOP_DELAY_SEC\s*=\s*["']?(\d+)/m.exec(fs.readFileSync(file, 'utf8')) : null;
  var delaySec = parseInt(env.STOP_DELAY_SEC || (line && line[1]), 10) || 0;
  return STOP_LIMIT_MS + delaySec * 1000;
}

/**
 * Starts a program in a process group of its own. Ctrl-C signals the whole group of the terminal, and npm passes the
 * signal on again. The program gets the signal once, from this process.
 */
function startProgram(node, command) {
  return childProcess.spawn(node, command.args, {
    cwd: command.cwd,
    env: environment(node),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** Signals the program and whatever it started. A group that is already gone is what we want. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Starts all commands, passes one signal on, and calls `done(exitCode)` when the last program has ended. */
function runPrograms(node, commands, done) {
  var running = [];
  var isStopping = false;
  var exitCode = 0;
  var deadline = null;

  function stop(signal) {
    if (isStopping) return;
    isStopping = true;
    running.forEach(function (child) {
      // A closed terminal is a reason to drain, not to drop everything.
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    });
    var limitMs = stopLimitMs(process.env);
    deadline = setTimeout(function () {
      console.error('Still running after ' + limitMs / 1000 + ' s. Killing it.');
      exitCode = 1;
      running.forEach(function (child) {
        signalGroup(child, 'SIGKILL');
      });
    }, limitMs);
  }

  function onEnd(child, code, signal) {
    running.splice(running.indexOf(child), 1);
    // A program that broke down may have left its own programs (a database, a bundler) behind.
    if (child.pid) signalGroup(child, 'SIGINT');
    // Dying by the signal that was passed on is a good end; dying by one out of the blue is not.
    if (code === null) exitCode = exitCode || (isStopping ? 0 : 128 + (os.constants.signals[signal] || 0));
    else exitCode = exitCode || code;
    if (running.length > 0) return stop('SIGTERM');
    clearTimeout(deadline);
    FORWARDED.forEach(function (name) {
      process.removeListener(name, stop);
    });
    done(exitCode);
  }

  FORWARDED.forEach(function (name) {
    process.on(name, stop);
  });
  running = commands.map(function (command) {
    var child = startProgram(node, command);
    child.on('exit', function (code, signal) {
      onEnd(child, code, signal);
    });
    child.on('error', function (error) {
      console.error('Could not start ' + command.args.join(' ') + ': ' + error.message);
      if (!child.pid) onEnd(child, 1, null);
    });
    return child;
  });
}

/** The command that builds the web portal, silent unless the build fails: npm by the path that it gave us, else the one on PATH. */
function buildCommand() {
  var npm = process.env.npm_execpath;
  var args = ['run', 'build', '-w', 'web', '--silent', '--', '--logLevel', 'warn'];
  return npm ? { file: process.execPath, args: [npm].concat(args) } : { file: 'npm', args: args };
}

function isWebBuilt() {
  return fs.existsSync(path.join(ROOT, 'web/dist/index.html'));
}

/** Calls `next(exitCode)`: 0 when web/dist is there or could be built. */
function ensureWeb(node, next) {
  if (isWebBuilt()) return next(0);
  console.log('Building the web portal (first start only, about 30 s) …');
  var command = buildCommand();
  // In our own group: Ctrl-C in the terminal ends the build too.
  var child = childProcess.spawn(command.file, command.args, { cwd: ROOT, env: environment(node), stdio: 'inherit' });
  function stop(signal) {
    child.kill(signal);
  }
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  child.on('error', function (error) {
    console.error('Building the web portal failed: ' + error.message);
    next(1);
  });
  child.on('exit', function (code) {
    process.removeListener('SIGTERM', stop);
    process.removeListener('SIGINT', stop);
    if (code !== 0) console.error('Building the web portal failed.');
    next(code === null ? 1 : code);
  });
}

function main(name, args) {
  var mode = Object.prototype.hasOwnProperty.call(MODES, name) ? MODES[name] : null;
  if (mode === null) {
    console.error('Usage: node tools/src/run.cjs ' + Object.keys(MODES).join('|'));
    process.exitCode = 2;
    return;
  }
  var node = findNode(readHere());
  var problem = packagesProblem(!mode.needsWeb || !isWebBuilt()) || node.problem;
  if (problem) {
    console.error(problem);
    process.exitCode = 1;
    return;
  }
  function start(buildCode) {
    if (buildCode !== 0) {
      process.exitCode = buildCode;
      return;
    }
    var commands = mode.programs.map(function (program) {
      return commandOf(program, args);
    });
    runPrograms(node.path, commands, function (exitCode) {
      process.exitCode = exitCode;
    });
  }
  if (mode.needsWeb) ensureWeb(node.path, start);
  else start(0);
}

if (require.main === module) main(process.argv[2], process.argv.slice(3));

module.exports = { findNode: findNode, stopLimitMs: stopLimitMs };
