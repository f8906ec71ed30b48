// The agents of a crowd, with their goals.

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/crowd.js").Crowd} Crowd */

/** @param {View} view @param {Crowd} crowd */
export function drawAgents(view, crowd) {
  const { context, camera, palette } = view;
  crowd.agents.forEach((agent, i) => {
    const hue = (i * 47) % 360;
    const colour = `hsl(${hue} 60% ${palette.dark ? 65 : 45}%)`;
    const at = crowd.positions
      ? /** @type {[number, number]} */ ([crowd.positions[2 * i], crowd.positions[2 * i + 1]])
      : agent.position;
    const [x, y] = camera.toScreen(at);
    const [gx, gy] = camera.toScreen(agent.goal);
    if (!crowd.positions) {
      context.strokeStyle = colour;
      context.globalAlpha = 0.35;
      context.lineWidth = 1;
      context.setLineDash([3, 4]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(gx, gy);
      context.stroke();
      context.setLineDash([]);
    }
    context.globalAlpha = crowd.arrived[i] ? 0.4 : 0.9;
    context.beginPath();
    context.arc(x, y, Math.max(agent.radius * camera.scale, 2.5), 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1.25;
    context.strokeStyle = palette.ground;
    context.stroke();
  });
}
