"""stub"""
from sim.engine.insight import Insight
class OutInsight(Insight):
    """stub"""
