// commandOf is an exchange as a command for a POSIX shell, with a variable for each secret; Curl in curl.go does the same.
const variables = { "X-Auth-Token": "$OS_TOKEN", "X-Subject-Token": "$OS_SUBJECT_TOKEN", "X-Service-Token": "$OS_SERVICE_TOKEN" };
const noise = ["accept-encoding", "connection", "content-length", "host", "user-agent", "traceparent"];
const quoted = (s) => "'" + s.replaceAll("'", "'\\''") + "'";
const canonical = (name) => name.toLowerCase().replace(/(^|-)[a-z]/g, (c) => c.toUpperCase());
const commandOf = (x) => {
  if (x.method === "RUN") return x.url;
  const out = [x.method === "HEAD" ? "curl -sS -I" : "curl -sS -i"];
  if (!["GET", "HEAD", ""].includes(x.method)) out.push("-X " + x.method);
  out.push(quoted(x.url));
  for (const name of Object.keys(x.request_header).sort()) {
    if (noise.includes(name.toLowerCase())) continue;
    for (const value of x.request_header[name]) {
      const variable = variables[canonical(name)];
      out.push("-H " + (variable && value ? `"${name}: ${variable}"` : value ? quoted(name + ": " + value) : quoted(name + ";")));
    }
  }
  if (x.request_body) out.push("--data-binary " + quoted(x.request_body));
  return out.join(" \\\n  ");
};
