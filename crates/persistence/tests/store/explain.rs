//! Query plans of statements that a test has sent.

use crate::context::TestContext;
use crate::statements;

/// Takes the statements that the test has sent, without their values, so that they can be prepared.
pub(crate) fn take_sent() -> Vec<String> {
    let statements = statements::take_sent();
    statements.iter().map(|statement| statement.split(" -- binds").next().unwrap().to_owned()).collect()
}

/// The custom and the generic plan of a statement, executed with these values.
pub(crate) async fn plans(context: &TestContext, statement: &str, values: &str) -> Vec<String> {
    let mut plans = Vec::new();
    for mode in ["force_custom_plan", "force_generic_plan"] {
        context.run(&format!("SET plan_cache_mode = {mode}; PREPARE explained AS {statement}")).await;
        plans.push(explain(context, values).await);
    }
    plans
}

async fn explain(context: &TestContext, values: &str) -> String {
    let values = if values.is_empty() { String::new() } else { format!("({values})") };
    let explain = format!("EXPLAIN (ANALYZE, BUFFERS) EXECUTE explained{values}");
    let lines = context.client.query(&explain, &[]).await.unwrap();
    context.run("DEALLOCATE explained").await;
    lines.iter().map(|line| line.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
}
