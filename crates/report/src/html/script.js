// Zoom and read-out of the charts. All that is shown is in the page already: this only moves it, and without it
// nothing is missing. Scales, ticks and rows of marks follow the rules of chart/scale.rs and chart/draw.rs.
(() => {
  'use strict';
  const LEFT = 64, RIGHT = 30, MARGIN = 8, NAMES = 34, LANE = 20, LANES = 5, STEPS = 4, DENSE = 90;
  const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200];
  const NS = 'http://www.w3.org/2000/svg';
  const attribute = (node, name, value) => node.setAttribute(name, value);
  const shift = (x, y) => `translate(${x.toFixed(1)},${y.toFixed(1)})`;
  const number = (value, decimals) => {
    const [whole, rest] = Math.abs(value).toFixed(decimals).split('.');
    const sign = value < 0 && /[1-9]/.test(whole + rest) ? '−' : '';
    return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest ? '.' + rest : '');
  };
  const roundUp = (value) => {
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 2.5, 5, 10].map((m) => m * power).find((step) => step >= value * 0.999999) || value;
  };
  const scale = (low, high, zero, least) => {
    const from = zero ? Math.min(low, 0) : low;
    let step = roundUp(Math.max((high - from) / STEPS, least));
    for (;;) {
      const halves = step / 10 ** Math.floor(Math.log10(step * 1.000001)) < 2.2;
      for (const align of [step, halves ? step / 2 : step]) {
        const bottom = Math.floor(from / align) * align;
        if (bottom + step * STEPS >= high || !isFinite(step)) return { low: bottom, step };
      }
      step = roundUp(step * 1.01);
    }
  };

  function chart(figure) {
    const canvas = figure.querySelector('.canvas');
    const readout = figure.querySelector('.readout');
    const data = (name) => Number(figure.dataset[name]);
    const home = [data('from'), data('to')];
    const whole = [Math.min(data('first'), home[0]), Math.max(data('last'), home[1])];
    const units = figure.dataset.units.split(' ');
    const drawings = [...canvas.querySelectorAll(':scope > svg')];
    const heights = new Map(drawings.map((svg) => [svg, Number(svg.getAttribute('height'))]));
    const strip = canvas.querySelector('.strip');
    const axis = canvas.querySelector('.axis');
    const panels = [...canvas.querySelectorAll('.panel')].map((svg) => ({
      svg,
      plot: svg.querySelector('.plot'),
      values: [...svg.querySelectorAll('.value')],
      times: svg.querySelector('.times'),
      height: Number(svg.dataset.height),
      zero: svg.dataset.zero === '1',
      least: Number(svg.dataset.least),
      curves: [...svg.querySelectorAll('.curve')].map((group) => ({
        group,
        line: group.querySelector('.line'),
        dots: [...group.querySelectorAll('.dot')].map((node) => ({
          node, t: Number(node.dataset.t), v: Number(node.dataset.v), first: node.classList.contains('first'), x: 0,
        })),
      })),
    }));
    const moved = [...canvas.querySelectorAll('.when')];
    const marks = [...canvas.querySelectorAll('.mark')].map((node) => ({ node, t: Number(node.dataset.t), x: 0 }));
    let view = home.slice();
    let plot = 0;
    const x = (t) => ((t - view[0]) / (view[1] - view[0])) * plot;
    const cross = panels.map((panel) => {
      const line = document.createElementNS(NS, 'path');
      attribute(line, 'class', 'cross');
      attribute(line, 'visibility', 'hidden');
      panel.plot.append(line);
      return line;
    });
    const sweeps = panels.map((panel) => {
      const rect = document.createElementNS(NS, 'rect');
      attribute(rect, 'class', 'sweep');
      attribute(rect, 'height', panel.height);
      attribute(rect, 'width', 0);
      panel.plot.append(rect);
      return rect;
    });

    const ticks = () => {
      const most = Math.max(Math.floor(plot / 76), 2);
      const step = TICKS.find((step) => (view[1] - view[0]) / step <= most) || 86400;
      const found = [];
      for (let n = Math.ceil(view[0] / step); n * step <= view[1] && found.length < 200; n += 1) found.push(n * step);
      return found;
    };
    const age = (t) => {
      const size = Math.abs(Math.round(t));
      const sign = t < 0 ? '−' : '+';
      if (size === 0) return '0';
      if (size % 3600 === 0) return `${sign}${size / 3600} ${units[2]}`;
      return size % 60 === 0 ? `${sign}${size / 60} ${units[1]}` : `${sign}${size} ${units[0]}`;
    };
    const clock = (t) => {
      const day = (((Math.round(data('clock') + t) % 86400) + 86400) % 86400);
      return [day / 3600, (day / 60) % 60, day % 60].map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
    };
    const label = (name, y, words) => {
      const node = document.createElementNS(NS, 'text');
      attribute(node, 'class', name);
      attribute(node, 'y', y);
      node.textContent = words;
      return node;
    };

    function draw(width) {
      plot = Math.max(width - LEFT - RIGHT, 60);
      const found = ticks();
      for (const panel of panels) {
        const { height } = panel;
        const dots = panel.curves.flatMap((curve) => curve.dots);
        const inside = dots.filter((dot) => dot.t >= view[0] && dot.t <= view[1]);
        const values = (inside.length ? inside : dots).map((dot) => dot.v);
        const axis = scale(Math.min(...values), Math.max(...values), panel.zero, panel.least);
        const y = (v) => height - ((v - axis.low) / (axis.step * STEPS)) * height;
        const decimals = [0, 1, 2, 3].find((d) => Math.abs(axis.step * 10 ** d - Math.round(axis.step * 10 ** d)) < 1e-6) ?? 3;
        panel.values.forEach((node, n) => { node.textContent = number(axis.low + n * axis.step, decimals); });
        panel.svg.querySelectorAll(':scope > .grid').forEach((line) => {
          attribute(line, 'd', line.getAttribute('d').replace(/H.*/, `H${LEFT + plot}`));
        });
        attribute(panel.times, 'd', found.map((t) => `M${x(t).toFixed(1)},0V${height}`).join(''));
        for (const curve of panel.curves) {
          let path = '';
          for (const dot of curve.dots) {
            dot.x = x(dot.t);
            path += `${dot.first ? 'M' : 'L'}${dot.x.toFixed(1)},${y(dot.v).toFixed(1)}`;
            attribute(dot.node, 'transform', shift(dot.x, y(dot.v)));
          }
          attribute(curve.line, 'd', path);
          const shown = curve.dots.filter((dot) => dot.t >= view[0] && dot.t <= view[1]).length;
          curve.group.classList.toggle('dense', shown * 1000 > DENSE * plot);
        }
        panel.plot.querySelectorAll('.shade').forEach((rect) => {
          const [from, to] = [x(Number(rect.dataset.from)), x(Number(rect.dataset.to))];
          attribute(rect, 'x', from.toFixed(1));
          attribute(rect, 'width', Math.max(to - from, 0).toFixed(1));
        });
      }
      for (const node of moved) {
        const at = x(Number(node.dataset.t));
        if (node.tagName === 'text') {
          attribute(node, 'x', (Math.min(at, plot) - 5).toFixed(1));
          if (node.dataset.far) node.textContent = at <= plot ? node.dataset.near : node.dataset.far;
        } else attribute(node, 'transform', shift(at, 0));
      }
      const free = Array(LANES).fill(-Infinity);
      for (const mark of marks) {
        mark.x = x(mark.t);
        const fits = free.findIndex((right) => mark.x >= right);
        const lane = fits < 0 ? LANES - 1 : fits;
        free[lane] = mark.x + LANE;
        attribute(mark.node, 'transform', shift(mark.x, NAMES + lane * LANE + LANE / 2 - 2));
      }
      const lanes = free.filter((right) => right > -Infinity).length;
      heights.set(strip, NAMES + lanes * LANE + 2 * MARGIN);
      strip.querySelectorAll('path.when').forEach((line) => attribute(line, 'd', `M0,0V${NAMES + lanes * LANE}`));
      axis.querySelector('.plot').replaceChildren(...found.map((t) => {
        const tick = document.createElementNS(NS, 'g');
        attribute(tick, 'class', 'tick');
        attribute(tick, 'transform', shift(x(t), 0));
        tick.append(label('age', 6, age(t)), label('clock', 22, clock(t)));
        return tick;
      }));
      for (const svg of drawings) {
        attribute(svg, 'viewBox', `0 0 ${width} ${heights.get(svg)}`);
        attribute(svg, 'width', width);
        attribute(svg, 'height', heights.get(svg));
        const inner = svg.querySelector('.plot');
        attribute(inner, 'width', plot);
        attribute(inner, 'height', heights.get(svg));
        attribute(inner, 'viewBox', `0 ${-MARGIN} ${plot} ${heights.get(svg)}`);
      }
    }
    const redraw = () => { if (canvas.clientWidth) draw(canvas.clientWidth); };

    function show(from, to) {
      const most = whole[1] - whole[0];
      const length = Math.min(Math.max(to - from, 10), most);
      const start = Math.min(Math.max(from, whole[0]), whole[1] - length);
      view = [start, start + length];
      redraw();
    }
    const zoom = (by, at = (view[0] + view[1]) / 2) => show(at - (at - view[0]) * by, at + (view[1] - at) * by);
    const pan = (by) => show(view[0] + (view[1] - view[0]) * by, view[1] + (view[1] - view[0]) * by);
    const acts = {
      in: () => zoom(0.5, view[0] < 0 && view[1] > 0 ? 0 : undefined), out: () => zoom(2), earlier: () => pan(-0.25), later: () => pan(0.25),
      all: () => show(...whole), reset: () => show(...home),
    };

    const place = (event) => event.clientX - canvas.getBoundingClientRect().left - LEFT;
    let near = [];
    function point(at) {
      near.forEach((one) => one.node.classList.remove('near'));
      const dots = panels.flatMap((panel) => panel.curves.flatMap((curve) => curve.dots)).concat(marks)
        .filter((one) => one.x >= 0 && one.x <= plot);
      const nearest = dots.reduce((best, one) => (!best || Math.abs(one.x - at) < Math.abs(best.x - at) ? one : best), null);
      near = nearest ? dots.filter((one) => Math.abs(one.x - nearest.x) < 3).slice(0, 12) : [];
      near.forEach((one) => one.node.classList.add('near'));
      const told = near.map((one) => one.node.querySelector('title').textContent);
      readout.textContent = told.length ? told.join('\n') : readout.dataset.help;
      cross.forEach((line, n) => {
        attribute(line, 'visibility', nearest ? 'visible' : 'hidden');
        if (nearest) attribute(line, 'd', `M${nearest.x.toFixed(1)},0V${panels[n].height}`);
      });
    }
    function leave() {
      near.forEach((one) => one.node.classList.remove('near'));
      near = [];
      cross.forEach((line) => attribute(line, 'visibility', 'hidden'));
      readout.textContent = readout.dataset.help;
    }

    let grip = null;
    const sweep = (from, to) => sweeps.forEach((rect) => {
      attribute(rect, 'x', Math.min(from, to));
      attribute(rect, 'width', Math.abs(to - from));
    });
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button === 0 && event.pointerType !== 'touch') grip = place(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (grip === null) point(place(event));
      else sweep(grip, place(event));
    });
    window.addEventListener('pointerup', (event) => {
      if (grip === null) return;
      const ends = [grip, Math.min(Math.max(place(event), 0), plot)].sort((a, b) => a - b);
      grip = null;
      sweep(0, 0);
      if (ends[1] - ends[0] > 8) {
        const t = ends.map((at) => view[0] + (at / plot) * (view[1] - view[0]));
        show(t[0], t[1]);
      }
    });
    canvas.addEventListener('pointerleave', leave);
    canvas.addEventListener('dblclick', acts.reset);
    canvas.addEventListener('keydown', (event) => {
      const act = { ArrowLeft: 'earlier', ArrowRight: 'later', '+': 'in', '=': 'in', '-': 'out', 0: 'reset', Home: 'all', Escape: 'reset' }[event.key];
      if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        acts[act]();
      }
    });
    figure.querySelectorAll('[data-do]').forEach((button) => button.addEventListener('click', acts[button.dataset.do]));
    figure.querySelector('.tools').hidden = false;
    readout.hidden = false;
    attribute(canvas, 'aria-label', readout.dataset.help);
    figure.classList.add('live');
    leave();
    redraw();
    new ResizeObserver(redraw).observe(canvas);
    return { wide: () => draw(1040), redraw };
  }

  const charts = [...document.querySelectorAll('.chart')].map(chart);
  let closed = [];
  window.addEventListener('beforeprint', () => {
    closed = [...document.querySelectorAll('details:not([open])')];
    closed.forEach((details) => { details.open = true; });
    charts.forEach((one) => one.wide());
  });
  window.addEventListener('afterprint', () => {
    closed.forEach((details) => { details.open = false; });
    charts.forEach((one) => one.redraw());
  });
})();
