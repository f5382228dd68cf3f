import { apiBench } from '/work/wt/api/bench/src/api.ts';
const figures = await apiBench.run({ isLong: false, isPinned: false, nodeFlags: ['--import', '/tmp/api/eld.mjs', ...(process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [])] });
for (const f of figures) console.log(f.name, f.value.toFixed(1), f.unit, f.note);
