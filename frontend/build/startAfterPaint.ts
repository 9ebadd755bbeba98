import type { Plugin } from 'vite';

/** The script and preload tags that Vite writes into the page. */
const entryTag = /<script type="module" crossorigin src="([^"]+)"><\/script>\n?/;
const preloadTags = /<link rel="modulepreload" crossorigin href="([^"]+)">\n?/g;

/**
 * Loads the app's code after the first paint where index.html or the server has drawn the first
 * screen: fonts and image do not share the connection with the code, and compiling does not delay
 * them.
 */
export function startAfterPaint(): Plugin {
  return {
    name: 'start-after-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const entry = entryTag.exec(html)?.[1];
        if (entry === undefined)
          throw new Error('module script not found in index.html: adapt build/startAfterPaint.ts');
        const files = [entry, ...Array.from(html.matchAll(preloadTags), ([, file]) => file)];
        const starter = `<script>${startScript(JSON.stringify(files))}</script>`;
        // Before the style sheet: a script after it would wait for it.
        return html.replace(entryTag, () => `${starter}\n    `).replaceAll(preloadTags, '');
      },
    },
  };
}

const startScript = (files: string) => `
      (function () {
        var files = ${files};
        var root = document.documentElement;
        var isStarted = false;
        // What others import comes last in the page, and is run first.
        var steps = files.slice().reverse();
        function preload() {
          files.splice(0).forEach(function (file) {
            var link = document.createElement('link');
            link.rel = 'modulepreload';
            link.crossOrigin = '';
            link.href = file;
            document.head.appendChild(link);
          });
        }
        // Each file is run in a task of its own, between which the browser can paint and respond.
        function run() {
          import(steps.shift()).then(
            function () {
              if (steps.length > 0) setTimeout(run);
            },
            function () {
              if (document.querySelector('.failed')) root.setAttribute('data-failed', '');
            },
          );
        }
        function start() {
          if (isStarted) return;
          isStarted = true;
          preload();
          run();
        }
        function isDrawn(element) {
          return element.offsetHeight > 0;
        }
        // On other pages nothing is drawn before the code has run.
        if (!/^\\/(listing\\/[^/]+)?$/.test(location.pathname)) preload();
        addEventListener('DOMContentLoaded', function () {
          var drawn = [].some.call(document.querySelectorAll('.shell, .first-image'), isDrawn);
          // A hidden tab paints nothing.
          if (!drawn || document.hidden) return start();
          new PerformanceObserver(function (paints) {
            if (paints.getEntriesByName('first-contentful-paint').length > 0) start();
          }).observe({ type: 'paint', buffered: true });
          setTimeout(start, 1000);
        });
      })();
    `;
