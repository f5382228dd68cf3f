// Runs before the first paint and before every other script. A file, because the page forbids inline scripts.

// Trusted Types (T68): the server lets no text become markup or the address of a script unless this policy allows it.
(function () {
  if (!window.trustedTypes) return;

  // The style sheets of the component library, the attribution of a map, the drawing of the landing page, the worker of
  // the map and the service worker. No attribute can run a script.
  var elements = /^(?:a|circle|defs|g|path|pattern|svg|use)$/;
  var attributes = /^(?: (?!on)[a-z][\w:-]*="(?!\s*(?:javascript|data):)[^"<>]*")*\s*\/?$/i;

  function isPlainTag(tag) {
    var parts = /^<\/?([a-z]+)([^]*)>$/.exec(tag);
    return parts !== null && elements.test(parts[1]) && attributes.test(parts[2]);
  }

  window.trustedTypes.createPolicy('default', {
    createHTML: function (html) {
      return (html.match(/<[^>]*>?/g) || []).every(isPlainTag) ? html : null;
    },
    createScriptURL: function (url) {
      return new URL(url, location.href).origin === location.origin ? url : null;
    },
  });
})();

// Zod then never tries to compile a function, which the page forbids.
window.__zod_globalConfig = { jitless: true };

// Applies the chosen colour scheme, so that a person who chose dark never sees a white flash. Follows the system when it
// changes.
(function () {
  var dark = matchMedia('(prefers-color-scheme: dark)');

  function storedScheme() {
    try {
      return localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage is forbidden in some private windows; the system's wish decides then.
      return null;
    }
  }

  function apply() {
    var stored = storedScheme();
    var scheme = stored === 'light' || stored === 'dark' ? stored : dark.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }

  apply();
  dark.addEventListener('change', apply);
})();
